/** In the mini-markup of `../manuscripts.ts`. Study, figures and people are invented; the works cited exist. */
export const CANOPY = `
# Tree canopy and night temperature in a tropical city

## Abstract

Trees cool a city by day, but at [-the night-]{+night+} a canopy also keeps the ground from losing its heat. We measured air temperature at forty-two points in Singapore [-through-]{+over+} twelve months. By day each ten per cent of canopy lowered the temperature by 0.4 degrees. In the four hours before sunrise, shaded points were 0.1 degrees warmer [-as-]{+than+} open ones, and 0.3 degrees warmer [-in-]{+on+} clear nights. The warming was not found where buildings already hide the sky. Planting trees in courtyards therefore cools the day without [-to warm-]{+warming+} the night.

## Introduction

Trees cool a city by day. [-About the night it is less known.-]{+Less is known about the night.+} A canopy shades the ground, but it also [-hinder-]{+hinders+} the ground from losing its heat to the sky, and in a humid climate the second effect may be as [-big like-]{+large as+} the first. We measured air temperature at forty-two points in Singapore [-through-]{+over+} twelve months [-for answering-]{+to answer+} the question.

The physics [-are-]{+is+} well understood (Oke, 1982; Oke et al., 2017). By day leaves intercept the sun and spend part of its energy [-for-]{+on+} evaporating water. By night the surface cools by radiating to the sky, and whatever covers the sky, a wall or a crown, reduces this loss. A scale model of urban parks has shown that open lawns cool faster after sunset than [-the ones-]{+those+} with trees (Spronken-Smith and Oke, 1999). How large the effect is in a real street, where wind and traffic mix the air, cannot be [-concluded out of-]{+inferred from+} a model alone.

Most measurements in cities concern the [-day time-]{+daytime+} and the middle latitudes. A review of the evidence found that parks are on average about one degree cooler by day, and that there are [-much less-]{+far fewer+} studies of the night (Bowler et al., 2010). In a city of the temperate zone, the canopy was found to cool the day [-increasingly strong-]{+more and more strongly+} with its cover, while at night the sealed surface mattered more (Ziter et al., 2019). The tropics are [-under-represented,-]{+under-represented+} although nights there are warm [-during the whole year-]{+all year round+} (Roth, 2007). For Singapore it is known that the heat island is strongest some hours [-past-]{+after+} sunset (Chow and Roth, 2006) and that large green areas are cooler than [-its surrounding-]{+their surroundings+} (Wong and Yu, 2005), but single streets and courtyards [-were few-]{+have been little+} studied.((“Little studied” may provoke a reviewer who has done so. Could you name what exists, or limit the claim to measurements of a full year?))

## Data and methods

Sensors were hung at a height of two metres in white shields and read every ten minutes from March 2020 [-until-]{+to+} February 2021. They were compared with each other for one week before and one week [-after-]{+afterwards+}; the differences stayed below 0.1 degrees and were subtracted.((The effect at night is also 0.1 degrees. Please state the error that was left after the correction: it decides whether the reader believes the result.)) Canopy cover within fifty metres was taken from [-a-]{+an+} airborne laser survey. Points were [-choosen-]{+chosen+} so that cover and distance from the sea were not correlated.((How was this checked? A correlation coefficient would settle it.)) Cover ranged from 4 to 82 per cent. We call the sixteen points with more than 50 per cent shaded and the fourteen points with less than 20 per cent open; twelve points lie [-inbetween-]{+in between+}.

At each point a photograph with a fisheye lens gave the share of the sky that buildings leave free. We [-name-]{+call+} a point a courtyard if this share is below 0.4, which [-apply-]{+applies+} to eleven points, five of them shaded and three open. The photographs were taken in such a way that the crowns could be masked by hand, so that trees do not enter the share.

A night was defined [-clear-]{+as clear+} if the cloud cover observed at the airport between midnight and six was two eighths or less. We lost fourteen nights [-because of thunderstorm-]{+to thunderstorms+} and to batteries. Of the 351 nights that remain, 96 were clear and 255 cloudy.

Day means the hours from ten to sixteen, and night the four hours before sunrise. For each of them we fitted a linear mixed model of temperature on canopy cover, with the share of free sky, the distance from the sea and the height above it as covariates, and with random effects [-of-]{+for+} date and point. The difference between shaded and open points was estimated from the same model, with the two classes in place of the cover. Intervals are given [-on the 95-per-cent-]{+at the 95 per cent+} level.

## Results

By day each ten per cent of canopy lowered the temperature by 0.4 degrees (interval 0.3 to 0.5). From the barest point to the greenest one this [-add-]{+adds+} up to three degrees. The effect was greater on sunny days, [-with-]{+at+} 0.5 degrees, than on overcast ones, [-with-]{+at+} 0.2. It did not level off [-at-]{+within+} the range that we measured, and it did not depend [-from-]{+on+} the distance to the sea.

The advantage of the shaded points [-shrinked-]{+shrank+} after sunset, by about a tenth of a degree per hour and ten per cent of canopy.((From 0.4 at sunset, this rate would bring it to zero by eleven rather than after midnight. Is the rate smaller, or the time earlier?)) After midnight the effect [-have-]{+had+} vanished, and in the four hours before sunrise the shaded points were 0.1 degrees warmer [-as-]{+than+} the open ones. The warming was [-statistical-]{+statistically+} significant only on clear nights, when it [-reached to-]{+reached+} 0.3 degrees (interval 0.1 to 0.5). On cloudy nights it was 0.03 degrees, [-what-]{+which+} cannot be distinguished from zero. No season stood out, except that most clear nights [-felt-]{+fell+} in February and March.

In courtyards the picture was [-an other-]{+different+}. By day, trees cooled them as much as they cooled the street. By night, shaded and open courtyards did not differ, [-neither-]{+either+} on cloudy nights [-nor-]{+or+} on clear [-one-]{+ones+}; the difference on clear nights was 0.0 degrees, with an interval from -0.2 to 0.2. [-Outside of-]{+Outside+} courtyards the warming on clear nights was [-therefor-]{+correspondingly+} a little larger, at 0.4 degrees.

Two checks were made. When the radius within which the cover is measured was [-varyed-]{+varied+} between twenty and a hundred metres, fifty metres gave the best fit by day, whereas at night all radii were [-equally well-]{+equally good+}. And when the four open points nearest to the sea were left out, [-neither of the results have-]{+neither of the results+} changed by more than a twentieth of a degree.

## Discussion

For [-peoples-]{+people+} who work outdoors the day counts, and the day is won. For people who sleep without cooling the night counts, and there [-is nothing to win neither to lose-]{+nothing is won and little is lost+}. Planting in courtyards, where the sky is [-anyway hidden-]{+hidden anyway+}, avoids the conflict.

The warming at night is small, and it would be wrong to make [-out of it-]{+it+} an argument against trees. Three degrees by day stand [-versus-]{+against+} three tenths on one night in four. But a city that plants trees to help its sleepers should know that it helps them [-in the most places not at all-]{+not at all in most places+}.((Do you mean “helps them nowhere”, since no class of points was cooler before sunrise? As it stands the sentence leaves room for places where it does.)) [-The later-]{+Sleepers+} need other means: light walls, ventilation, and roofs that [-gives-]{+give+} off their heat before bedtime.

Why is the effect so much smaller than in the scale model? First, water vapour in the tropical air [-send-]{+sends+} back so much radiation that there is little left to lose. Second, wind mixes the air between a shaded point and its open [-neighbours-]{+neighbour+}. Third, a thermometer at two metres measures the air and not the ground; a sleeper on the tenth floor [-feel-]{+feels+} neither. That courtyards show no warming supports the explanation by radiation, because there the walls have already taken what the crown could take.

For planners the result can be put into one sentence: [-in the open street trees trade-]{+in open streets, trees trade+} a large gain by day for a small loss on clear nights. A row of trees that leaves a strip of sky above the roadway may [-diminish-]{+reduce+} the loss; among our points only three have such a form, and they are too few [-as to test-]{+to test+} the idea. It would cost little to test it, since the sensors are small and the trees are already standing.

## Limitations

The points were not [-randomly drawn-]{+drawn at random+}, and the [-amount-]{+number+} of courtyards is small. The laser survey was two years [-elder-]{+older+} than the measurements, and some trees had been [-felled down-]{+felled+} in the meantime; we know of four points where this [-happend-]{+happened+}. The year of the measurements was a year with [-few-]{+little+} traffic. Humidity was not measured, so that we speak of temperature and not of [-comfortability-]{+comfort+}, which for a sleeper is the thing that [-is mattering-]{+matters+}.

## Conclusions

In a humid tropical city, canopy cools the day considerably and warms clear nights [-a few-]{+slightly+}. The two effects [-must not to-]{+need not+} be weighed against each other where buildings hide the sky, and courtyards are [-hence-]{+therefore+} the first place to plant.

## Acknowledgements

We thank the residents who let us hang sensors in front of their windows, and the park service for [-the access-]{+access+} to the laser survey.

## References

Bowler, D. E., et al. (2010). Urban greening to cool towns and cities: a systematic review of the empirical evidence. Landscape and Urban Planning, 97, 147-155.

Chow, W. T. L., and Roth, M. (2006). Temporal dynamics of the urban heat island of Singapore. International Journal of Climatology, 26, 2243-2260.

Oke, T. R. (1982). The energetic basis of the urban heat island. Quarterly Journal of the Royal Meteorological Society, 108, 1-24.

Oke, T. R., Mills, G., Christen, A., and Voogt, J. A. (2017). Urban Climates. Cambridge University Press.

Roth, M. (2007). Review of urban climate research in (sub)tropical regions. International Journal of Climatology, 27, 1859-1873.

Spronken-Smith, R. A., and Oke, T. R. (1999). Scale modelling of nocturnal cooling in urban parks. Boundary-Layer Meteorology, 93, 287-312.

Wong, N. H., and Yu, C. (2005). Study of green areas and urban heat island in a tropical city. Habitat International, 29, 547-558.

Ziter, C. D., et al. (2019). Scale-dependent interactions between tree canopy cover and impervious surfaces reduce daytime urban heat during summer. PNAS, 116, 7575-7580.
`;
