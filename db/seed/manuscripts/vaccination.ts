/** In the mini-markup of `../manuscripts.ts`. Study, figures and people are invented; the works cited exist. */
export const VACCINATION = `
# Community health workers and the timeliness of childhood vaccination

## Abstract

Children in peri-urban districts are often vaccinated, but late. We asked whether a monthly visit by a community health worker brings the doses closer to their due dates. In a cluster randomised trial, six districts with 1,204 newborn children were [-alotted-]{+allotted+} by draw to monthly visits or to the usual services, and the children were followed until [-they had-]{+the age of+} fifteen months. The median delay of the measles dose was eleven days with visits and thirty-four days without; the adjusted difference [-amounted-]{+was+} twenty-three days (95 per cent interval 13 to 33). The gain was largest for families that had moved. Bringing one dose forward by one month [-costed-]{+cost+} 9.70 dollars, most of it the pay of the workers. Visits with a due-date card are a practicable [-mean-]{+means+} to make vaccination timely where families are hard to reach.

## Introduction

Coverage tells how many children are vaccinated, [-not however-]{+but not+} when. A child who receives the measles vaccine at fifteen months instead of nine has been unprotected for half a year, [-in-]{+during+} which it may meet the disease and pass it on. In peri-urban districts, where families move often and clinics [-lies-]{+lie+} far apart, late doses are more common than missing ones.

That timeliness differs from coverage is known [-since-]{+from+} surveys in many countries. Clark and Sanderson (2009) found in forty-five low-income and middle-income countries that a large [-amount-]{+number+} of children received their doses weeks or months after the recommended age, and Akmatov and Mikolajczyk (2012) [-have reported-]{+reported+} the same from thirty-one.((Do the two sets of countries overlap? If so, “the same from thirty-one” counts some of them twice.)) The reasons [-which-]{+that+} parents give are many, and refusal is only one of them (Rainey et al., 2011). In the districts that we know they are distance, a queue, a vial that may not be opened for one child, and most [-frequent-]{+frequently+} that nobody had told them the day. A reminder by telephone [-do-]{+does+} not reach those who change their number as often as [-the-]{+their+} address.

Community health workers are the [-persons that-]{+people who+} know where the families live. They have been shown to improve the uptake of vaccines and of other services for mothers and children (Lewin et al., 2010; Haines et al., 2007), and many countries [-are relying-]{+rely+} on them to bring care to the door (Perry et al., 2014). Most [-of studies-]{+studies+}, however, have counted whether a dose was given, and have not asked on which day. This is a pity, for the health worker who comes every [-months-]{+month+} may do little for coverage where coverage is already high, and yet [-doing-]{+do+} much for timeliness.

This study asks whether a monthly visit by such a worker brings the doses closer to their due dates, and what it costs [-for bringing-]{+to bring+} one dose forward by one month.

## Data and methods

We followed 1,204 children in six districts for eighteen months. The districts lie on the edge of one city and have [-in between-]{+between+} 21,000 and 34,000 inhabitants each. Every district has one clinic that vaccinates on two fixed days [-in the-]{+a+} week. All children who were born in the districts during the first three months were [-elligible-]{+eligible+}; the parents of 1,204 among 1,291 newborns agreed to participate [-on-]{+in+} the study. Each child was followed from birth to the age of fifteen months.

In three districts, chosen by lot, a community health worker visited each [-familly-]{+family+} once a month and showed the mother the next due date on a card. In the other three the usual services [-was-]{+were+} continued.((Were the districts matched before the draw? Reviewers will ask.)) The lot was drawn in public, in the presence of the heads of [-the all-]{+all+} six clinics. Families and workers could not be blinded; the person who [-did-]{+carried out+} the analysis did not know which group was which until the tables were finished.

Twelve workers were recruited from the districts [-themself-]{+themselves+} and trained for three days. Each of them was responsible for about [-fifty one-]{+fifty-one+} families. A visit lasted ten to fifteen minutes. The worker looked at the vaccination record, [-wrote-]{+marked+} the next due date on the card with a large coloured number, and told the mother on which days around this date the clinic [-will-]{+would+} be open. She gave no vaccines and no [-any money-]{+money+}. When a family had moved within the city, the worker asked the neighbours [-after-]{+for+} the new address and, if [-necessary-]{+it lay in another worker's area+}, passed the card to her colleague.((What happened to families that moved from an intervention district to a control district, or the other way round? This needs a sentence.))

The main outcome was the number of days between the due date and the date of the dose of [-measles-]{+measles vaccine+}, which is due at nine months. The other outcomes were the delay of the dose at birth and of the three doses of pentavalent vaccine, which are due [-with-]{+at+} six, ten and fourteen weeks. Dates were taken from the record [-hold-]{+held+} by the family and compared with the register of the clinic; [-in-]{+for+} 4 per cent of the doses the two disagreed, and the register was [-then preferred-]{+preferred+}. A child who had not received a dose [-till-]{+by+} fifteen months was given the delay that it had at that age. A dose given before the due date was counted as [-punctually-]{+on time+}.

The sample was calculated [-for to-]{+to+} detect a difference of fourteen days with a power of 80 per cent, assuming a standard deviation of forty days and an intracluster correlation of 0.01 (Hayes and Moulton, 2009).((With an intracluster correlation of 0.01 and six clusters of 200, does the calculation really give 80 per cent? A statistician among the reviewers will redo it.)) The report [-follow-]{+follows+} the extension of the CONSORT statement to cluster randomised trials (Campbell et al., 2012).

The analysis follows the intention to treat. Days of delay were compared with a mixed model that [-include-]{+includes+} a random effect for the district and, as fixed effects, the sex of the child, the [-mothers-]{+mother's+} schooling, the distance to the clinic and whether the family [-has-]{+had+} moved since the birth. Because there are only six districts, degrees of freedom were corrected for small samples. We report intervals rather than [-p values-]{+p-values+}: with three districts [-at-]{+on+} each side, a permutation test cannot give a two-sided value below 0.10, however large [-is the effect-]{+the effect is+}.

Costs were taken from the books of the programme and are given in US dollars of 2021. They include the pay of the workers, their training, supervision and the cards, but [-neither-]{+not+} the time of the mothers, nor the vaccines, which were used in both groups. The gain of a child is the sum of the days by which its four later doses came earlier, divided [-in-]{+by+} thirty. The cost for one month is the total cost divided by the gain of all children (Drummond et al., 2015).

The ethics committee of the regional health authority approved the study. A parent of every [-children-]{+child+} signed a form of consent or put a thumbprint [-under-]{+on+} it.

## Results: delay

Of the 1,204 children, 612 lived in districts with visits and 592 in districts without. The two groups were similar [-regarding-]{+with regard+} to sex, birth weight and distance; the mothers in the districts with visits had [-lightly-]{+slightly+} more schooling. Seventy-one children (6 per cent) were lost before fifteen months, twenty-eight of them with visits and forty-three without. [-The most-]{+Most+} of the lost families had left the city. Of the 9,180 visits that were planned, 7,987 [-took really-]{+actually took+} place, or 87 per cent.

The median delay of the measles dose was eleven days with visits and thirty-four days without. The adjusted difference of the means was twenty-three days, with an interval [-reaching from-]{+of+} 13 to 33 days. The medians of the single districts were nine, eleven and fourteen days with visits, and twenty-nine, thirty-four and forty days without, so that the slowest district of the first group was still faster [-then-]{+than+} the fastest of the second. [-By-]{+At+} fifteen months, 6 per cent of the children with visits and 11 per cent of those without [-did not receive-]{+had not received+} the measles vaccine.

The doses of pentavalent vaccine showed the same pattern, and the difference [-growed-]{+grew+} with age: six days for the first dose, ten for the second and fifteen for the third. For the dose at birth, [-that-]{+which+} is given in the maternity ward, there was no difference; the median delay was two days in both groups. This was [-expected, and-]{+expected; it+} speaks against the suspicion that the districts with visits simply had the better [-clinic-]{+clinics+}.

The difference was largest for children [-which have-]{+who had+} moved at least once. There were 287 of them (24 per cent), [-about equal many-]{+about the same number+} in both groups. Their median delay of the measles dose was fourteen days with visits and sixty-one days without, [-against-]{+compared with+} ten and twenty-eight days among the children who had stayed. Distance to the clinic mattered [-fewer-]{+less+}: beyond two kilometres the difference was twenty-six days, [-below of-]{+below+} it twenty-one.((These subgroups: were they planned before the data were seen? If so, please say so here; if not, call them exploratory.))

The number of visits a family received was related [-with-]{+to+} the delay. Where at least twelve of the fifteen visits had taken place, the median was nine days; where [-less than eight did-]{+fewer than eight had+}, it was twenty-four. We [-interprete-]{+interpret+} this with caution, since the families that were hardest to visit are [-propably-]{+probably+} also those that are hardest to vaccinate.

## Results: costs

The programme cost 10,700 dollars [-during-]{+over+} the eighteen months. The pay of the workers was 8,640 dollars, supervision 1,306, training 540 and the cards 214. This is [-17,50-]{+17.50+} dollars per child. The doses of a child came on average fifty-four days earlier in sum, or 1.8 months, so that [-in total-]{+altogether+} 1,102 months were gained. Bringing one dose forward by one month [-did cost-]{+cost+} 9.70 dollars. [-The most-]{+Most+} of this was the pay of the workers; the cards cost almost nothing.

If the visits [-would be-]{+were+} limited to families that have moved, and if these could be recognised without a visit, the cost would [-sink-]{+fall+} to about 5 dollars. If, on the other hand, the workers were paid the [-minimal-]{+minimum+} wage for the hours that they in fact worked, it would rise to 13.((How were the hours known? Nothing in the methods says that they were recorded.))

## Discussion

A visit and a card [-brings-]{+bring+} the doses forward at a price that a district can pay. Three weeks may appear [-few-]{+little+}, but they fall in the months in which the antibodies of the mother have [-vanished already-]{+already vanished+} and the child is learning to crawl among other children. In a district with a thousand births a year, twenty-three days [-correspond-]{+correspond to+} some sixty child-years without protection that are avoided for measles alone.

Our results agree with those on coverage (Lewin et al., 2010), and they add that a programme may look [-uneffective-]{+ineffective+} when only coverage is counted. In our districts coverage at fifteen months [-raised-]{+rose+} by five points; an evaluation that stopped there would have [-missed out-]{+missed+} most of the benefit. We therefore suggest that the registers, [-in which the date is anyway written-]{+which contain the date anyway+}, should be used to report the delay.

Why did the visits [-worked-]{+work+}? The differences by age offer a hint. A family that has just left the maternity ward remembers the appointments; after nine months it [-do-]{+does+} not. The [-workers-]{+workers'+} own explanation was simpler. They said that the number on the card [-was hanging-]{+hung+} on the wall, and that the grandmother read it. Whether the card alone would [-suffice,-]{+suffice+} cannot be answered by our trial, as nobody received the card without [-the-]{+a+} visit. [-It-]{+This+} is worth a trial of its own, because the card is the cheap part.

We do not know whether the effect [-will last when-]{+would last if+} the visits became rarer, and six districts are few. [-Nevertheless however,-]{+Nevertheless,+} the result held in each of the three districts.

## Limitations

The draw was made among six districts only, and chance may have [-let-]{+left+} differences that we did not measure. The schooling of the mothers was one that we did measure; adjusting for it [-has changed-]{+changed+} the result by less than two days. The losses were greater in the districts without visits, and if the lost children were the latest ones, we have [-under-estimated-]{+underestimated+} the effect. The workers knew that they were observed, and enthusiasm is not easily bought [-for-]{+a+} second time. Finally, all six districts belong to one city, where vaccines were at no time [-lacking-]{+out of stock+}. Where [-it lacks the vaccine-]{+the vaccine is lacking+}, no visit can make it timely.

## Conclusions

Monthly visits by community health workers made the measles dose three weeks [-more early-]{+earlier+} and [-helped most the families that move-]{+helped families that move most of all+}. Programmes that [-dispose already of-]{+already have+} such workers should add the due date to their tasks, and should be judged [-after-]{+by+} the delay as well as [-the-]{+by+} coverage.((“Programmes … should be judged by the delay” goes a little further than six districts allow. Would “could also be judged” express your view?))

## Acknowledgements

We thank the twelve workers, the heads of the six clinics, and the families who [-have opened-]{+opened+} their doors fifteen times. The trial was paid for by the regional health authority, which had no part [-at-]{+in+} the analysis.

## References

Akmatov, M. K., and Mikolajczyk, R. T. (2012). Timeliness of childhood vaccinations in 31 low and middle-income countries. Journal of Epidemiology and Community Health, 66, e14.

Campbell, M. K., Piaggio, G., Elbourne, D. R., and Altman, D. G. (2012). Consort 2010 statement: extension to cluster randomised trials. BMJ, 345, e5661.

Clark, A., and Sanderson, C. (2009). Timing of children's vaccinations in 45 low-income and middle-income countries: an analysis of survey data. The Lancet, 373, 1543-1549.

Drummond, M. F., et al. (2015). Methods for the Economic Evaluation of Health Care Programmes, 4th edition. Oxford University Press.

Haines, A., et al. (2007). Achieving child survival goals: potential contribution of community health workers. The Lancet, 369, 2121-2131.

Hayes, R. J., and Moulton, L. H. (2009). Cluster Randomised Trials. Chapman and Hall/CRC.

Lewin, S., et al. (2010). Lay health workers in primary and community health care for maternal and child health and the management of infectious diseases. Cochrane Database of Systematic Reviews, 3, CD004015.

Perry, H. B., Zulliger, R., and Rogers, M. M. (2014). Community health workers in low-, middle-, and high-income countries: an overview of their history, recent evolution, and current effectiveness. Annual Review of Public Health, 35, 399-421.

Rainey, J. J., et al. (2011). Reasons related to non-vaccination and under-vaccination of children in low and middle income countries: findings from a systematic review of the published literature, 1999-2009. Vaccine, 29, 8215-8221.
`;
