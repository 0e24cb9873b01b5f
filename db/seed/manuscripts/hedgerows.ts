/** In the mini-markup of `../manuscripts.ts`. Study, figures and people are invented; the works cited exist. */
export const HEDGEROWS = `
# Hedgerow age and pollinator diversity on mixed farms

## Abstract

Old hedgerows are thought to be [-more better-]{+better+} for pollinators than young ones, but age is seldom [-seperated-]{+separated+} from length and from the plants that grow in them. On forty farms we counted bees and hoverflies along hedgerows planted between 1890 and 2015. Diversity [-rise-]{+rises+} with age for about sixty years and then [-stay-]{+stays+} level. A hedgerow of sixty years holds twice as many species [-like-]{+as+} one of ten. Hedgerows of more than a hundred years [-looses-]{+lose+} some of their hoverflies, apparently because their lower branches die; old hedgerows that had been laid [-in-]{+within+} the last twenty years did not show the loss. Age is therefore a quality of its own, which cannot be [-replanted-]{+bought with new planting+}, but which can be maintained [-with-]{+by+} management.

## Introduction

Pollinating insects have declined in much of Europe, and the loss of flowers and nesting places in farmland is [-the one of-]{+one of the+} main reasons (Potts et al., 2010). Hedgerows offer both. They flower from blackthorn in March [-up to-]{+to+} ivy in October, their banks are warm and dry, and their hollow stems are inhabited by bees that would not find [-elsewhere a nest-]{+a nest elsewhere+}. In landscapes of arable fields they are often the only woody plants, and many of them are [-centuries-old-]{+centuries old+} (Baudry et al., 2000; Pollard et al., 1974).

New hedgerows are planted with public money, and old ones are removed [-under-]{+on+} the promise that the same length will be planted again. Whether the exchange is [-an equal-]{+a fair+} one depends on how long a new hedgerow needs to become as good as an old one. Studies of restoration have followed hedgerows for ten years or [-little-]{+a little+} more and found that bees arrive soon, and that the less common species arrive later (Morandin and Kremen, 2013; Kremen and M'Gonigle, 2015). What [-happen-]{+happens+} after these ten years is hardly known. The studies [-what-]{+that+} deal with bees in hedgerows often come from the west of North America, where a hedgerow has [-an other-]{+another+} history and other plants (Hannon and Sisk, 2009).

A further difficulty [-consists in-]{+is+} that age seldom comes alone. Old hedgerows tend to be longer, to be wider and to have more species of shrubs, and they have been [-differently managed-]{+managed differently+}. The quality of a hedgerow, in the sense of its flowers and of the [-gaps lacking-]{+absence of gaps+}, has been shown to matter for the insects in it (Garratt et al., 2017). If age acts only through these qualities, [-than-]{+then+} a young hedgerow could be improved by sowing flowers. If something [-remain-]{+remains+} of it when they are held constant, time itself is needed.

We ask three questions. How does the number of pollinator species change with the age of a hedgerow? How much of the change [-stays-]{+remains+} when length and flowers are taken into account? And do very old hedgerows continue [-of gaining-]{+to gain+} species, or do they lose them again?

## Data and methods

The forty farms lie in one county, on clay and on chalk, and [-practises-]{+practise+} mixed farming with cereals, grass and cattle. On each farm we chose one hedgerow that was at least 150 m long, dominated by hawthorn and blackthorn, and [-far from the next woods by at least 300 m-]{+at least 300 m from the nearest wood+}. Farms were approached through the [-adviser-]{+advisory+} service; four of the forty-four farmers [-asked have-]{+we asked+} refused. No hedgerow had been sprayed in the two years [-prior of-]{+before+} the study.

In 2019, each hedgerow was walked four times between April and August, in dry weather and with little wind. A transect had a length of 100 m and was walked at a steady pace in [-thirty-minutes-]{+thirty minutes+}, between ten and sixteen o'clock. All bees and hoverflies within two metres of the transect [-was-]{+were+} counted, and those that could not be named in the field were [-catched-]{+caught+} and named under the microscope. The order of the farms was changed [-at-]{+in+} each round, so that no hedgerow was always visited [-in the morning-]{+first+}.((I changed “in the morning” to “first”, as the order of farms within a day is what you varied. Please check.)) Honeybees were counted but left out of the analysis, because their number [-is depending-]{+depends+} on the nearest hives.

The age of a hedgerow was taken from estate maps, and was confirmed by counting [-of rings-]{+rings+} in three stems. Where maps of two dates [-left open-]{+left+} the year of planting open, the middle of the interval was used; the interval was never longer than eight years. Two of [-originally-]{+an original+} forty-two hedgerows were left out, because the rings and the map disagreed by more than ten years.((You write above that one hedgerow was chosen on each of forty farms. Were these two on further farms? The numbers should be reconciled.)) In 2019 the forty hedgerows were between four and 129 years old: twelve were under twenty years, seventeen between twenty and eighty, and the [-eleven remaining-]{+remaining eleven+} older than eighty.

Length was measured on aerial photographs. On each walk we noted the plants in flower within the transect, and the sum of the species over the four walks is used as the number of flowering plants. Farmers told us whether the hedgerow had been laid, [-i.e.-]{+that is,+} whether its stems had been cut half through and bent down, and in [-what-]{+which+} year. They were also asked how often they [-trimm-]{+trimmed+} it, as cutting every year is known to [-diminish-]{+reduce+} flowers and berries (Staley et al., 2012).

We modelled the number of species with a spline of age, and with the length of the hedgerow, its [-high-]{+height+} and the number of flowering plants as covariates.((Height was not mentioned among the measurements above: please add how it was taken.)) The model is a generalised additive model with a Poisson distribution and a logarithmic link (Wood, 2017). [-For to-]{+To+} see what age explains beyond the other variables, it was fitted with and without the spline. Residuals were checked for overdispersion and for spatial correlation; [-it was found none of both-]{+neither was found+}. Bees and hoverflies were modelled together and then [-separate-]{+separately+}.

## Results: diversity and age

We counted 6,318 insects of 94 species: 3,704 bees of 52 species, and 2,614 hoverflies of 42. The number per walk varied [-strong-]{+greatly+}, from three on a cool day in April to 131 in June. The most common bee was a bumblebee that [-contributed alone-]{+alone contributed+} a fifth of all bees; twenty-three species were seen only once or twice.((Could you name the bumblebee? “A bumblebee” will look evasive to readers of this journal.))

The number of species doubled [-in between-]{+between+} a hedgerow of ten years and one of sixty. The model predicts eleven species at the age of ten, sixteen at thirty and twenty-two at sixty, for a hedgerow of [-average-]{+mean+} length with a mean number of flowering plants. Beyond sixty years [-it-]{+there+} was no further increase, and the oldest hedgerows, [-who-]{+which+} had lost their lower branches, held fewer hoverflies than those of middle age. The spline [-use-]{+uses+} 2.6 degrees of freedom, and its [-interval of 95 per cent-]{+95 per cent interval+} [-do-]{+does+} not include a straight line.

The model explains 61 per cent of the deviance; without age it explains 44. Each additional species of flowering plant goes [-along-]{+together+} with 3 per cent more species of insects, whereas length [-have no influence any more-]{+no longer has any influence+} once the plants are included. The number of flowering plants itself rises with age, from nine in the youngest hedgerows to nineteen in the [-eldest-]{+oldest+}. About half of the total difference between ten and sixty years thus passes [-over-]{+through+} the plants, and the other half [-is remaining-]{+remains+} for age itself.((“Thus” promises a calculation that the reader has not seen. Please add how the half was obtained.))

Bees and hoverflies differ in the [-form of their curve-]{+shape of their curves+}. The number of bee species rises steeply during the first thirty years and then slowly [-till-]{+until+} ninety. That of the hoverflies rises more evenly, is [-the highest-]{+highest+} at about seventy years, and falls from ten species to seven beyond the age of a hundred.

## Results: the oldest hedgerows

Eighteen hedgerows were more than sixty years old, and six of these had been laid in the last twenty years. The [-laid ones-]{+six that had been laid+} held ten species of hoverflies on average, the twelve others seven. The number of bee species did not [-differ-]{+differ between the two groups+}. Laid and unlaid hedgerows had the same number of flowering plants, but in the laid ones the flowers [-begun-]{+began+} at the ground, and in the others at a height of [-more or less-]{+roughly+} one metre. All seven hedgerows [-elder-]{+older+} than a hundred years belonged to the group that had not been laid.((Then age and lack of laying cannot be told apart beyond a hundred years. I suggest that you say so in the limitations.))

## Discussion

A hedgerow needs two generations of farmers [-until-]{+before+} it holds [-the full number of-]{+all the+} pollinators that it can hold. That is an argument for keeping those [-what-]{+that+} we have. It is also an argument for laying old hedgerows again, since [-the loosing of-]{+losing+} the lower branches seems to undo part of what age has brought.

What does time give to a hedgerow, if not only flowers? We [-suppose on-]{+suspect+} the nests. Dead wood, hollow stems, and the loose soil [-under-]{+beneath+} old roots accumulate slowly, and most of the bees that appeared after the [-thirtieth-]{+first thirty+} years nest in such places. Hoverflies have other needs: the larvae of many live in wet leaf litter or among aphids near [-to-]{+the+} ground, and it is there that an old hedgerow becomes empty when its base is grazed by [-cattles-]{+cattle+} and shaded by its own crown. The two curves would then [-have both-]{+both have+} a simple reason, although our data cannot prove it.

Our numbers for young hedgerows agree with [-these-]{+those+} from restoration studies, in which many bees [-arrive-]{+arrived+} within ten years (Morandin and Kremen, 2013). They do not contradict the finding that [-specialised-]{+specialist+} species need longer (Kremen and M'Gonigle, 2015); they extend it [-for-]{+by+} five decades. A scheme that replaces one metre of old hedgerow by one metre of new [-creates-]{+incurs+} a debt of species that is paid off only by the [-grand-children-]{+grandchildren+} of those who signed it. If the exchange cannot be avoided, two metres of new hedgerow [-does-]{+do+} not solve the problem either, since length [-matters hardly-]{+hardly matters+} in our model.

For the farmer the [-advices are-]{+advice is+} simple. Keep the old hedgerow, lay it [-any-]{+every+} twenty years, and keep the cattle away [-of-]{+from+} its foot.((“Every twenty years” goes beyond the results, which compare laid within twenty years with not laid. Perhaps “about every twenty years”?))

## Limitations

The study compares hedgerows of different age in one year and does not follow any of [-them-]{+them through time+}; the old hedgerows of today were young in a landscape that was richer [-on-]{+in+} flowers. One summer cannot represent all, and 2019 was drier [-as-]{+than+} the average. The six hedgerows that had been laid were not chosen by lot, and a farmer who lays a hedgerow may also do other good things [-to-]{+for+} it. Finally, we counted species and not visits to crops, so nothing is said [-on-]{+about+} yield.

## Conclusions

The number of pollinator species in a hedgerow rises for about sixty years, half of the rise [-can not-]{+cannot+} be explained by its flowering plants, and the gain can be lost again when the hedgerow [-become-]{+becomes+} bare at its base. Age should [-enter into-]{+enter+} the rules by which hedgerows are exchanged.

## Acknowledgements

We are grateful to the farmers, who showed us [-not only their hedgerows but also-]{+both their hedgerows and+} their maps, to the county archive, and to three students who [-has-]{+have+} walked 16 km at the speed of a bumblebee.

## References

Baudry, J., Bunce, R. G. H., and Burel, F. (2000). Hedgerows: an international perspective on their origin, function and management. Journal of Environmental Management, 60, 7-22.

Garratt, M. P. D., et al. (2017). The benefits of hedgerows for pollinators and natural enemies depends on hedge quality and landscape context. Agriculture, Ecosystems and Environment, 247, 363-370.

Hannon, L. E., and Sisk, T. D. (2009). Hedgerows in an agri-natural landscape: potential habitat value for native bees. Biological Conservation, 142, 2140-2154.

Kremen, C., and M'Gonigle, L. K. (2015). Small-scale restoration in intensive agricultural landscapes supports more specialized and less mobile pollinator species. Journal of Applied Ecology, 52, 602-610.

Morandin, L. A., and Kremen, C. (2013). Hedgerow restoration promotes pollinator populations and exports native bees to adjacent fields. Ecological Applications, 23, 829-839.

Pollard, E., Hooper, M. D., and Moore, N. W. (1974). Hedges. Collins.

Potts, S. G., et al. (2010). Global pollinator declines: trends, impacts and drivers. Trends in Ecology and Evolution, 25, 345-353.

Staley, J. T., et al. (2012). Long-term effects of hedgerow management policies on resource provision for wildlife. Biological Conservation, 145, 24-29.

Wood, S. N. (2017). Generalized Additive Models: An Introduction with R, 2nd edition. CRC Press.
`;
