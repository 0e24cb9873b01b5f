import {
  type PricingPolicy,
  SERVICES,
  SERVICE_LABELS,
  SERVICE_SUMMARIES,
  TURNAROUND_LABELS,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";

/** A schema.org statement about the site. Statements refer to each other by `@id`, so each appears once per page. */
type Statement = Record<string, unknown>;

export const organization = (siteName: string, origin: string): Statement => ({
  "@type": "Organization",
  "@id": `${origin}/#organization`,
  name: siteName,
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
  contactPoint: { "@type": "ContactPoint", contactType: "customer support", url: `${origin}/contact` },
});

export const website = (siteName: string, origin: string): Statement => ({
  "@type": "WebSite",
  "@id": `${origin}/#website`,
  name: siteName,
  url: `${origin}/`,
  inLanguage: "en",
  publisher: { "@id": `${origin}/#organization` },
});

/** The turnaround whose rates represent a service where only one can be given. */
const NAMED: Turnaround = "7d";

/** The services and their prices per word, from the rates that orders are priced with. */
export const editingService = (siteName: string, origin: string, pricing: PricingPolicy): Statement => ({
  "@type": "Service",
  "@id": `${origin}/#service`,
  name: `Academic editing by ${siteName}`,
  serviceType: "Academic editing and proofreading",
  provider: { "@id": `${origin}/#organization` },
  url: `${origin}/pricing`,
  hasOfferCatalog: {
    "@type": "OfferCatalog",
    name: `Services, returned within ${TURNAROUND_LABELS[NAMED]}`,
    itemListElement: SERVICES.flatMap((service) => {
      const mills = pricing.mills[service][NAMED];
      if (mills === null) return [];
      return [
        {
          "@type": "Offer",
          itemOffered: { "@type": "Service", name: SERVICE_LABELS[service], description: SERVICE_SUMMARIES[service] },
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price: (mills / 1_000).toFixed(3),
            priceCurrency: pricing.pricedIn.currency,
            unitText: "word",
          },
        },
      ];
    }),
  },
});

export const faqPage = (questions: readonly { question: string; answer: string }[]): Statement => ({
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});
