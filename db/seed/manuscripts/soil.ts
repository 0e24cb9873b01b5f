/** In the mini-markup of `../manuscripts.ts`. Study, figures and people are invented; the works cited exist. */
export const SOIL = `
# Soil moisture memory and the onset of agricultural drought in the White Volta basin

## Abstract

Agricultural drought begins in the soil, yet most warnings in West Africa are [-based on-]{+derived from+} rainfall alone. We ask how long the root zone of the White Volta basin remembers a wet or a dry spell, and whether that memory [-can be used for giving-]{+gives+} farmers an earlier warning. Using eleven stations and nine seasons of [-datas-]{+data+}, we find a median memory of nineteen days, of which fourteen belong to the soil and five to the rain. A drought index that [-is taking-]{+takes+} the water content at 30 cm into account would have warned eight days earlier on average in the three droughts of the period, with one false alarm instead of two. The gain is long enough to [-change the decision of planting-]{+inform the decision to plant+}, and it is obtained with one sensor [-by-]{+per+} district.

## Introduction

A farmer who plants after the first rains [-make-]{+makes+} a bet on the weeks that follow. If the soil dries out before the seedlings have rooted, the seed is lost and with it a good part of the [-years-]{+year's+} income. Rainfall forecasts for these weeks are [-well known to be poor-]{+notoriously weak+}. The state of the soil itself, however, changes slowly, and a variable that changes slowly can be forecast by [-just looking at it-]{+persistence+}((Do you mean persistence in the statistical sense? If so, a reference here would help the reader.)).

Drought has many definitions, and which one should be used depends [-of-]{+on+} who is asking (Wilhite and Glantz, 1985). For the meteorologist it is a lack of rain; for the hydrologist, a low river; for the farmer, a root zone that cannot feed the plant. The three are connected, but they do not arrive [-in-]{+at the+} same time. In the savanna of West Africa the rain may fail for two weeks without causing any [-harms-]{+harm+} when the soil is full, whereas five dry days may kill a young stand on a soil that has [-been never-]{+never been+} wetted below the first hand's breadth. Nevertheless, the indices that are in operational use, [-in majority-]{+for the most part+}, see only the rain. The best known of them compares the rainfall of one or several months with its own [-longterm-]{+long-term+} distribution (McKee et al., 1993). It is transparent and needs only a gauge, [-what-]{+which+} explains its success, but it says nothing about what the soil has kept.

Soil moisture memory is usually expressed as the time [-in-]{+over+} which the autocorrelation of an anomaly falls to 1/e. The idea goes back to the work of Delworth and Manabe (1988), who showed that soil wetness behaves like a red-noise process [-which-]{+that+} is driven by rainfall and damped by evaporation. Koster and Suarez (2001) have [-decomposed later-]{+later decomposed+} the memory into contributions of the season, of evaporation, of runoff and of the atmosphere. Earlier studies report values between 5 [-to-]{+and+} 40 days, depending on climate, depth and season, and observations from the middle latitudes suggest that the [-times-]{+time+} scale of the upper metre may reach two months (Entin et al., 2000). Most of the studies at low latitudes rely on models or on satellite retrievals of the upper few centimetres, whereas crops [-are living-]{+live+} from the water below. At the surface the memory is short: a satellite sees most of its signal [-to vanish-]{+vanish+} within some days (McColl et al., 2017).

The transition zone between wet and dry climates, to which our basin belongs, has been identified as a place where the soil [-reacts-]{+feeds+} back on rainfall (Koster et al., 2004; Seneviratne et al., 2010). This [-have-]{+has+} encouraged much work on coupled models, and rather less on measurements. [-Up to-]{+To+} our knowledge, no study has used a network of root zone sensors in the basin for longer [-as-]{+than+} three seasons.((This is a strong claim. Could you add “in the published literature”, or name the databases you searched?)) The gap is [-understandable,-]{+understandable:+} sensors are stolen, flooded and eaten by termites, and a network that lasts for nine years is more the merit of [-their-]{+its+} technicians than of its authors.

In this paper we use measurements in the root zone. [-The aim of the present paper is threefold.-]{+We have three aims.+} First, to measure the memory of the root zone at stations that span the basin from north to south. Second, to separate the part that is owed to the soil from the part that is owed to the persistence of rain. Third, to test whether a warning that uses the memory would have [-came-]{+come+} earlier than the one that was in fact issued. The third aim is the one for [-that-]{+which+} the network was built; the first two tell us whether we may rely [-upon the answer in another-]{+on the answer in other+} places.

## The basin and its stations

The White Volta rises in Burkina Faso and flows southwards through the north of Ghana. The basin is almost flat. Rain falls in one season, from May [-until-]{+to+} September in most years, and its annual sum increases from about 650 mm in the north to about 1,100 mm in the south. [-The evaporation exceed-]{+Evaporation exceeds+} rainfall in all months but three. Sorghum and millet [-are dominating-]{+dominate+} in the north, maize and groundnut in the south; almost all fields are [-rain fed-]{+rain-fed+}, and most of them are worked by hand.

Eleven stations lie along a line of roughly 400 km. Five of them, in the north, stand on soils with more than 35 per cent [-of clay-]{+clay+}; the six southern ones stand on sandy loams with less than 18 per cent. All stations are on level ground, in fallow or on the edge of a field, and are fenced against [-the cattles-]{+cattle+}. Each carries a tipping-bucket rain gauge at a height of one metre. The stations were chosen in 2011 jointly with the extension service, [-under the-]{+on+} condition that somebody in the nearest village would be paid to look after them.((Please state the payment, or at least that it was monthly: readers who plan networks will want to know.))

## Data and methods

Volumetric water content was recorded every thirty minutes at depths of 10, 30 and 60 cm [-on-]{+at+} eleven stations between 2012 and 2020. Gaps of less than six hours were filled by linear interpolation; longer gaps were left open. Each [-of the sensors were-]{+sensor was+} calibrated against gravimetric samples once [-in a-]{+a+} year, and the drift between calibrations was [-less-]{+lower+} than 0.02 m³ m⁻³ at all but two stations. Quality was controlled [-following-]{+according+} to the rules that are common in international networks (Dorigo et al., 2011): values outside the physical range, spikes, and plateaus that [-did last-]{+lasted+} for more than a day without rain were removed. We used the days from 1 May to 30 September, that [-means-]{+is,+} 153 days in each season. Of the 45,441 daily values that thirty-three complete series would have [-gave-]{+given+}, 41,806 remain, or 92 per cent.

Daily anomalies were formed by subtracting a climatology smoothed with a window of thirty-one days. The memory was then estimated from the autocorrelation function for lags of one to sixty days, where only pairs of days from the same season were used. We define the memory as the first lag at which the function [-is falling-]{+falls+} below 1/e; between two lags we interpolate linearly. Confidence intervals come from a block bootstrap with blocks of [-fourty-]{+forty+} days (Künsch, 1989) and 2,000 replicates.((House style of the journal writes numbers above ten in figures. Shall I change them throughout?)) The length of the blocks was chosen so that it is about twice the memory itself; with blocks of thirty or fifty days the intervals change by less than one day.

To tell soil from rain we fitted a simple bucket model to each station and drove it with rainfall that had been shuffled in blocks of five days. The model has one store and three parameters: the capacity of the store, the rate [-with-]{+at+} which the excess drains, and the water content below which evaporation [-starts decreasing-]{+begins to decrease+}. Potential evaporation was taken from its mean annual cycle and therefore has no memory of its own. The parameters were fitted on the odd years and tested on the even ones. The shuffling was done [-hundred-]{+a hundred+} times for each station, always within the same month, so that the season was preserved and only the order of the wet and dry spells was [-loosed-]{+lost+}. What memory is left under shuffled rain [-must be belonging-]{+belongs+} to the soil.((Blocks of five days keep the persistence of rain within the block. Is the statement still strictly true? “Belongs almost entirely” might be safer.))

For the warning we compared two indices. The rainfall index is the standardised rainfall of the last thirty days, as it was [-in use-]{+used+} by the regional service during the whole period. The combined index is the mean of the rainfall index and of the standardised water content at 30 cm, the latter projected fourteen days ahead by multiplying it by [-its-]{+the+} autocorrelation at that lag. Each index [-give-]{+gives+} a warning on the first day on which it [-stays since-]{+has stayed for+} five days below minus one. The depth of 30 cm was chosen because [-the most-]{+most+} roots of a seedling do not reach 60 cm, and because the sensor at 10 cm [-reacts on-]{+responds to+} every shower.

Whether a season was in fact a drought season was decided [-independent from-]{+independently of+} both indices. We used the reports of the agricultural offices and counted a season as a drought season if more than [-the-]{+a+} fifth of the sown area in the districts around the stations had to be replanted or [-was abandoned-]{+abandoned+} before the end of July. Three seasons [-fullfil-]{+fulfil+} this condition: 2013, 2015 and 2018. To avoid that the combined index profits from the seasons on which it is tested, its climatology and its autocorrelation were calculated each time [-without-]{+from all seasons except+} the season in question.

## Results: how long the soil remembers

The median memory over all stations and depths is nineteen days, with a 95 per cent interval [-from 16 until-]{+of 16 to+} 23 days. It [-raises-]{+rises+} from twelve days at 10 cm to twenty days at 30 cm and twenty-seven days at 60 cm, and it is longer in the clay soils of the north than in the sandy soils of the south: twenty-four days [-in comparison to-]{+against+} fifteen. The shortest memory of the whole network, seven days, was found [-in-]{+at+} 10 cm at the southernmost station; the longest, thirty-eight days, at 60 cm at a station on heavy clay [-closely-]{+close+} to the northern border.

The memory also depends on the season. In May and June, when the soil is filling, it [-amounts-]{+is+} only fourteen days; in August and September it is twenty-two. The reason is that in the early season each heavy rain [-erase-]{+erases+} the anomaly that was there before, whereas a soil that is nearly full loses its excess to drainage and keeps the rest. For the farmer [-is this an unpleasant-]{+this is an unwelcome+} finding, because the decision to plant falls in the months in which the soil remembers [-the least long-]{+least+}. Yet fourteen days are still [-the double of-]{+twice+} the horizon over which the regional rainfall forecast has any skill.((A source is needed for the skill of the forecast, or a sentence saying that you computed it.))

When the two stations with the larger drift are left out, the median becomes eighteen days. Nor does removing the wettest season change it by more than one day. The estimate is thus not [-depending-]{+dependent+} on a few instruments or on a [-particularly-]{+particular+} year.

## Results: soil or rain

The bucket model reproduces the measured water content in the test years with a median efficiency of 0.71; the lowest value is 0.58 and the highest 0.83. Driven by the observed rain, it has a median memory of eighteen days, one day less [-as-]{+than+} the measurements. The model is therefore [-enough good-]{+good enough+} for our purpose, although it underestimates the memory at 60 cm, where water can also [-raise-]{+rise+} from below.

Under shuffled rain fourteen of the nineteen days [-remains-]{+remain+}, so that about three quarters of the memory is owed to the soil.((Nineteen is measured and fourteen is modelled. Fourteen of the model's own eighteen would be 78 per cent: still “about three quarters”, but please say which ratio you mean.)) The interval over the hundred shufflings [-reaches-]{+runs+} from twelve to seventeen days. The share is [-the highest-]{+highest+} on clay, where it is 80 per cent, and lowest on sand, where it is 65 per cent. In other words, on a sandy soil one third of what seems [-as-]{+to be+} memory is simply weather that goes on for longer than a few days.

The capacity of the store explains most of the differences [-in between-]{+between+} the stations: with each additional 10 mm the memory grows by about one and a half [-day-]{+days+}. The rate of drainage [-have-]{+has+} almost no influence. This agrees with the theory, in which the memory of a bucket is given by its capacity divided [-through-]{+by+} the sensitivity of evaporation (Delworth and Manabe, 1988), and it means that the memory can be estimated, at least [-approximatively-]{+approximately+}, from a soil map.

## Results: the warning

In the season of 2015 the rains paused for three weeks in June. The index that was used at the time, which [-consider-]{+considers+} rainfall only, signalled drought on 24 June. An index that adds the water content at 30 cm would have signalled it on 13 June, eleven days [-before-]{+earlier+}. In that year the soil had entered June with a deficit already, since the rain of May had come in a few storms that [-runned-]{+ran+} off; the thirty-day sum looked normal, and [-exactly this-]{+it was this that+} misled the rainfall index. In 2018 the gain would have been eight days, and in 2013, when a dry spell began abruptly on a full soil, only [-five ones-]{+five+}. The mean gain over the three droughts is eight days.

In the six other seasons, the rainfall index [-has given-]{+gave+} two false alarms, in 2014 and in 2019; the combined index would have given one, in 2019, when a break in the rains in July was ended by a single large storm. Neither of the indices [-have missed-]{+missed+} a drought. When the sensor at 10 cm is used instead of the one at 30 cm, the mean gain falls to four days and the number of false alarms [-raises-]{+rises+} to three. When the one at 60 cm is used, the gain is seven days, but the signal comes [-to-]{+too+} late in 2013 to be of any use.

A single sensor does almost as well as the mean of several. If one station per district is drawn by lot from the stations available, the gain is between six and nine days in nine out of ten draws.((With eleven stations, how many districts have more than one? The reader cannot judge this draw without that number.)) The anomalies of neighbouring stations are [-strong-]{+strongly+} correlated: at a distance of 40 km the correlation is still 0.6, for rainfall[- however-]{+, by contrast,+} it is 0.2. The soil [-smoothes-]{+smooths+} out what the storms make patchy.

## Discussion

Eight days are not much for a meteorologist, but [-it is-]{+they are+} enough for a farmer to wait with planting or to choose a variety that ripens faster. The gain is largest where the soil is heavy, [-which is exactly the place where-]{+and it is there that+} replanting costs most. The result does not depend on a good rainfall forecast, and the measurement is cheap compared [-to-]{+with+} a radar.

Our memory is shorter than [-the one reported from-]{+that reported by+} Entin et al. (2000) for the middle latitudes and longer than what satellites see at the surface. Both differences were to be expected. Evaporation is stronger in the savanna than in the steppe, and it destroys [-faster an anomaly-]{+an anomaly faster+}; the root zone, on the other hand, is a larger store than the skin of the soil. [-It is more surprising the dependence on the season-]{+The dependence on the season is more surprising+}. Models often assume that the memory is longest when the soil is dry, since a dry soil evaporates little. In our data the opposite holds, because dry soils in this basin are found at the beginning of the season, and at the beginning of the season [-comes the rain-]{+the rain comes+} in large single storms.

The separation of soil and rain also has a practical consequence. Memory that is owed to the soil can be [-transfered-]{+transferred+} to another valley with the help of a soil map; memory that is owed to the weather cannot. Where the share of the soil is 80 per cent, a district without any sensor could borrow its neighbour's autocorrelation and would lose little. Where it is 65 per cent, we would [-advice-]{+advise+} against it.

One might object [-to that-]{+that+} a warning is only worth what is done with it. We [-agree on this.-]{+agree.+} The offices with which we have [-discussed about-]{+discussed+} the results asked less for a better index than for one number that can be printed on the weekly bulletin and [-be explained-]{+explained+} in a sentence. Such [-number-]{+a number+} exists: the share of the water that plants can use which is still [-hold-]{+held+} at 30 cm. A farmer who has dug a hole knows what it means, and can even [-control it by-]{+check it for+} himself. This is, [-to-]{+in+} our opinion, an advantage that no standardised index has.

## Limitations

[-Two-]{+Three+} limits should be kept in mind. The stations stand on level ground, and we [-do not know-]{+know+} nothing about slopes. Nine seasons hold only three droughts, so the gain in warning time is known [-only roughly-]{+to within a few days at best+}. And the drought seasons were identified from reports on replanting, [-which-]{+a decision that+} depends also on the price of seed and on the patience of the farmer.((You announced two limits and gave three, so I changed the number. Please check that the third is meant as a limit.)) Furthermore, the rainfall index was evaluated [-like-]{+as+} it was used by the service; a better rainfall index may exist, and [-against it the gain-]{+the gain over it+} would be smaller.

We also [-remark-]{+note+} that the combined index was designed after the droughts had happened. Leaving out the season in question protects the numbers, but [-it does not-]{+not+} the choices: the depth, the weight of one half and the projection of fourteen days were made by people who knew [-how had been 2015-]{+what 2015 had been like+}. A test in the coming seasons, with all choices fixed [-before hand-]{+beforehand+}, has begun.

## Conclusions

The root zone of the White Volta basin remembers for almost three weeks, and about three quarters of [-these-]{+this memory+} belong to the soil. A drought index that listens to the soil [-do-]{+does+} so at little cost and speaks a week earlier. We recommend that one station in each district [-is-]{+be+} equipped with a sensor at 30 cm, and that its reading [-is-]{+be+} printed beside the rainfall index. We further recommend [-to report-]{+reporting+} the memory together with its share of soil, so that others can judge whether it [-holds as well-]{+also holds+} for their fields.

## Acknowledgements

We thank the people of the eleven villages who looked [-for-]{+after+} the stations, the technicians who replaced what the termites had [-leaved-]{+left+}, and the agricultural offices for giving us access [-in-]{+to+} their reports. Two colleagues read an earlier version and [-made-]{+gave+} us many useful comments. All remaining errors are [-ours-]{+our+} own.

## References

Delworth, T. L., and Manabe, S. (1988). The influence of potential evaporation on the variabilities of simulated soil wetness and climate. Journal of Climate, 1, 523-547.

Dorigo, W. A., et al. (2011). The International Soil Moisture Network: a data hosting facility for global in situ soil moisture measurements. Hydrology and Earth System Sciences, 15, 1675-1698.

Entin, J. K., et al. (2000). Temporal and spatial scales of observed soil moisture variations in the extratropics. Journal of Geophysical Research, 105, 11865-11877.

Koster, R. D., and Suarez, M. J. (2001). Soil moisture memory in climate models. Journal of Hydrometeorology, 2, 558-570.

Koster, R. D., et al. (2004). Regions of strong coupling between soil moisture and precipitation. Science, 305, 1138-1140.

Künsch, H. R. (1989). The jackknife and the bootstrap for general stationary observations. Annals of Statistics, 17, 1217-1241.

McColl, K. A., et al. (2017). The global distribution and dynamics of surface soil moisture. Nature Geoscience, 10, 100-104.

McKee, T. B., Doesken, N. J., and Kleist, J. (1993). The relationship of drought frequency and duration to time scales. Proceedings of the 8th Conference on Applied Climatology, 179-184.

Seneviratne, S. I., et al. (2010). Investigating soil moisture-climate interactions in a changing climate. Earth-Science Reviews, 99, 125-161.

Wilhite, D. A., and Glantz, M. H. (1985). Understanding the drought phenomenon: the role of definitions. Water International, 10, 111-120.
`;
