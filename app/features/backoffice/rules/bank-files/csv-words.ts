/** What banks call the columns of their CSV files, by language. The only list of such words. */
import type { ColumnRole } from "./layout-choices.ts";
import { CURRENCY_CODES, SYMBOLS } from "./currencies.ts";
import { folded } from "./folded.ts";

/**
 * `kind` says what a line is and is its text only if nothing else is; `name` is a party if another column has what the
 * bank writes, which is `bankText`.
 */
export type WordRole = ColumnRole | "kind" | "name" | "bankText" | "counterAccount" | "foreignCurrency" | "none";
export type Language =
  | "en"
  | "de"
  | "fr"
  | "nl"
  | "es"
  | "it"
  | "pt"
  | "sv"
  | "da"
  | "no"
  | "fi"
  | "pl"
  | "cs"
  | "ja"
  | "zh";

/**
 * Words by role and language, the better ones first. "|" divides them. A word ending in "*" may be the beginning of one.
 * A column gets the role of the longest words in its title.
 */
const WORDS: Readonly<Record<WordRole, Partial<Record<Language, string>>>> = {
  booked: {
    en: "booking date|posting date|posted date|post date|date posted|txn posted date|transaction posted date|completed date|date completed|settlement date|entry date|process date|processed date|arrival date|transaction date|trans date|tran date|txn date|date of transaction|effective date|date time|booked at|date|booked|posted|created|created at|started date|date started|day",
    de: "buchungsdatum|buchungstag|buchung|abschlussdatum|datum|belegdatum|gebucht am",
    fr: "date de comptabilisation|date comptable|date d operation|date operation|date de l operation|date d execution|dateop",
    nl: "boekdatum|boekingsdatum|datum|transactiedatum|uitvoeringsdatum",
    es: "fecha contable|fecha operacion|fecha de operacion|fecha de la operacion|f contable|f operacion|fecha",
    it: "data contabile|data registrazione|data operazione|data",
    pt: "data mov|data movimento|data do movimento|data lancamento|data operacao|data",
    sv: "bokforingsdag|bokforingsdatum|bokford|bokfordatum|reskontradatum|transaktionsdag|transaktionsdatum|datum",
    da: "bogforingsdato|bogforingsdag|bogfort|dato",
    no: "bokforingsdato|bokfort dato|bokfort|dato|transaksjonsdato",
    fi: "kirjauspaiva|kirjauspaivamaara|kirjauspvm|maksupaiva|paivamaara|pvm",
    pl: "data ksiegowania|data operacji|data transakcji|data",
    cs: "datum zauctovani|datum provedeni|datum odepsani|datum",
    ja: "取引日|勘定日|日付|年月日|お取引日|取扱日付|取扱日|起算日",
    zh: "交易日期|记账日期|入账日期|交易时间|记账日|交易日|日期",
  },
  value: {
    en: "value date|value dat|valuta date|val date|interest date|value dt",
    de: "valutadatum|valuta|wertstellung|wertstellungsdatum|wertstellung valuta|wert|wertdatum",
    fr: "date de valeur|date valeur|dateval|valeur",
    nl: "rentedatum|valutadatum|valuta datum",
    es: "fecha valor|f valor|fecha de valor",
    it: "data valuta|valuta",
    pt: "data valor|data da valor",
    sv: "valutadatum|valutadag|rantedatum",
    da: "rentedato|valordato|valorsdato|valor",
    no: "rentedato|valuteringsdato|valutadato",
    fi: "arvopaiva|arvopvm",
    pl: "data waluty|data walutowania",
    cs: "datum valuty|valuta",
    ja: "預入払出日|起算日",
    zh: "起息日",
  },
  balance: {
    en: "running balance|running bal|balance|closing balance|available balance|current balance|account balance|accountbalance|balance after transaction|balance after",
    de: "saldo|saldo nach buchung|kontostand|saldo in|saldo nach",
    fr: "solde|solde apres operation|solde du compte",
    nl: "saldo na mutatie|saldo na trn|saldo|saldo na boeking|nieuw saldo|eindsaldo",
    es: "saldo|disponible|saldo disponible|saldo contable",
    it: "saldo|saldo contabile|saldo progressivo",
    pt: "saldo|saldo contabilistico|saldo disponivel",
    sv: "saldo|bokfort saldo|bokfort saldo efter",
    da: "saldo",
    no: "saldo|bokfort saldo",
    fi: "saldo",
    pl: "saldo|saldo po operacji|saldo po transakcji",
    cs: "zustatek|zustatek po|konecny zustatek",
    ja: "差引残高|残高|取引後残高",
    zh: "余额|账户余额|本次余额",
  },
  debit: {
    en: "debit|debit amount|debits|withdrawal|withdrawals|withdrawal amount|withdrawal amt|withdrawal amount*|paid out|money out|payments|payment out|outgoing|dr amount|dr|spent",
    de: "belastung|soll|lastschrift|lastschrift in|belastungen|ausgang|ausgaben|soll in",
    fr: "debit|depense|debits|sortie",
    nl: "af|debet|uitgaven|debetbedrag",
    es: "cargo|cargos|debe|adeudo|pagos",
    it: "addebiti|addebito|dare|uscite",
    pt: "debito|debitos|montante debito",
    sv: "uttag|debet|utgifter",
    da: "haevet|udbetaling|debet|ud",
    no: "ut fra konto|ut av konto|ut|belastet|debet",
    fi: "panot debet|otot|veloitus",
    pl: "obciazenia|obciazenie|wyplaty|kwota obciazenia|winien",
    cs: "vydaje|odepsano|na vrub",
    ja: "お支払金額|支払い金額|支払金額|お引出し|出金額|出金|引出金額|お引出金額|出金金額",
    zh: "借方发生额|支出金额|支出|借方|转出金额|支取金额",
  },
  credit: {
    en: "credit|credit amount|credits|deposit|deposits|deposit amount|deposit amt|deposit amount*|paid in|money in|lodgement|receipts|payment in|incoming|cr amount|cr|received",
    de: "gutschrift|haben|gutschrift in|gutschriften|eingang|einnahmen|haben in",
    fr: "credit|recette|credits|entree",
    nl: "bij|credit|inkomsten|creditbedrag",
    es: "abono|abonos|haber|ingreso|ingresos",
    it: "accrediti|accredito|avere|entrate",
    pt: "credito|creditos|montante credito",
    sv: "insattning|kredit|inkomster",
    da: "indsat|indbetaling|kredit|ind",
    no: "inn pa konto|inn|godskrevet|kredit",
    fi: "panot|hyvitys",
    pl: "uznania|uznanie|wplaty|kwota uznania|ma",
    cs: "prijmy|pripsano|ve prospech",
    ja: "お預り金額|預かり金額|預り金額|お預入れ|入金額|入金|預入金額|お預入金額|入金金額",
    zh: "贷方发生额|收入金额|收入|贷方|转入金额|存入金额",
  },
  side: {
    en: "credit debit|debit credit|credit debit indicator|dr cr|cr dr|d c|c d|debit credit indicator|type dr cr|sign",
    de: "soll haben|s h|haben soll|soll haben kennzeichen|umsatz s h",
    fr: "sens|debit credit",
    nl: "af bij|debet credit|bij af|d c",
    es: "debe haber|signo",
    it: "dare avere|segno",
    pt: "debito credito",
    da: "debet kredit",
    pl: "strona",
    ja: "入払区分|入出金区分",
    zh: "借贷标志|收支|借贷方向|收 支",
  },
  amount: {
    en: "net|net amount|amount|transaction amount|amt|billing amount|posted amount|value|sum|credit debit amount|debit credit amount|total amount",
    de: "betrag|umsatz|umsatz in|betrag in|nettobetrag|buchungsbetrag",
    fr: "montant|montant de l operation|montant operation|montant net",
    nl: "bedrag|transactiebedrag|mutatiebedrag",
    es: "importe|monto|cantidad|importe operacion",
    it: "importo|importo netto",
    pt: "montante|valor|importancia|importe|movimento",
    sv: "belopp",
    da: "belob",
    no: "belop",
    fi: "maara|summa|maara euroa|euroa",
    pl: "kwota|kwota operacji|kwota transakcji|kwota w walucie rachunku",
    cs: "objem|castka|castka v mene uctu",
    ja: "取引金額|金額|入出金",
    zh: "交易金额|金额|发生额",
  },
  fee: {
    en: "fee|fees|fee amount|transaction fee",
    de: "gebuhr|gebuhren",
    fr: "frais",
    nl: "kosten",
    es: "comision",
    it: "commissioni",
  },
  gross: { en: "gross|gross amount", de: "brutto|bruttobetrag", fr: "brut|montant brut", nl: "bruto" },
  item: {
    en: "individual amount|single amount|item amount",
    de: "einzelbetrag|betrag detail|detailbetrag",
    fr: "montant individuel|montant detail|montant unitaire",
    it: "importo singolo|importo dettaglio",
  },
  currency: {
    en: "currency|ccy|curr|account currency|payment currency|currency code",
    de: "wahrung|whg|kontowahrung",
    fr: "devise|monnaie|devise du compte",
    nl: "munt|valuta|muntsoort|valutacode",
    es: "divisa|moneda",
    it: "divisa|valuta conto",
    pt: "moeda|divisa",
    sv: "valuta",
    da: "valuta",
    no: "valuta",
    fi: "valuutta",
    pl: "waluta|waluta rachunku",
    cs: "mena",
    ja: "通貨",
    zh: "币种|货币",
  },
  foreignCurrency: {
    en: "original currency|orig currency|local currency|foreign currency|transaction currency|fee currency",
    de: "originalwahrung|fremdwahrung",
    nl: "oorspr munt|oorspronkelijke munt",
  },
  account: {
    en: "account|account number|account no|source account|account iban|own account|iban bban|your account|account id|accountnum",
    de: "auftragskonto|iban auftragskonto|kontonummer|eigenes konto|konto|bezeichnung auftragskonto",
    fr: "numero de compte|n compte|compte|iban du compte|no compte",
    nl: "rekening|rekeningnummer|iban rekening|eigen rekening|iban bban|rekening nummer",
    es: "cuenta|numero de cuenta|iban cuenta",
    it: "conto|numero conto|rapporto",
    pt: "conta|numero de conta",
    sv: "kontonummer|konto",
    da: "konto|kontonummer|reg nr og konto",
    no: "konto|kontonummer",
    fi: "tili",
    pl: "rachunek|numer rachunku|nr rachunku",
    cs: "ucet|cislo uctu",
    ja: "口座番号",
    zh: "账号|本方账号|账户",
  },
  branch: { en: "sort code|bsb|transit|bsb number|branch number", ja: "支店番号|支店コード", sv: "clearingnummer" },
  party: {
    en: "counterparty|counter party|name|payee name payer|payee|partner name|beneficiary or remitter|other party|payer payee|merchant name|payee payer|party name|counterparty name|sender recipient|beneficiary name|transaction party|merchant",
    de: "beguenstigter zahlungspflichtiger|zahlungsbeteiligter|name zahlungsbeteiligter|auftraggeber empfanger|auftraggeber beguenstigter|empfanger auftraggeber|beguenstigter auftraggeber|auftraggeber|empfanger|name|partner|gegenpartei|auftraggeber empfangername|zahlungspflichtiger beguenstigter|zahler empfanger|partnername|begunstigter",
    fr: "contrepartie|nom de la contrepartie|nom contrepartie|tiers|nom du tiers|beneficiaire|supplierfound|nom",
    nl: "tegenpartij|naam tegenpartij|naam|naam omschrijving|tegenpartij naam|naam begunstigde",
    es: "beneficiario|ordenante|beneficiario ordenante|contraparte|nombre|ordenante beneficiario",
    it: "beneficiario|ordinante|controparte|ordinante beneficiario|beneficiario ordinante|nome",
    pt: "beneficiario|ordenante|contraparte|nome",
    sv: "namn|motpart|mottagare avsandare|avsandare mottagare|text mottagare",
    da: "modtager|modpart|navn|afsender|modtager afsender",
    no: "mottaker|motpart|navn|avsender|mottaker navn",
    fi: "saaja maksaja|saajan nimi|saaja|maksaja|nimi",
    pl: "nadawca odbiorca|kontrahent|odbiorca nadawca|nazwa kontrahenta|nadawca|odbiorca|dane kontrahenta",
    cs: "nazev protiuctu|protistrana|nazev protistrany|nazev uctu protistrany|jmeno protiuctu",
    ja: "お取引先|振込依頼人名|相手先|依頼人名",
    zh: "对方户名|对方名称|交易对方|收款人名称|对方账户名称|对方账号名称",
  },
  payer: {
    en: "payer|payer name|sender|sender name|remitter|from name|ordering party",
    de: "zahlungspflichtige r|zahlungspflichtiger|zahler",
    fr: "donneur d ordre|payeur|emetteur",
    nl: "naam opdrachtgever",
    sv: "avsandare",
  },
  payee: {
    en: "payee name|recipient|recipient name|to name",
    de: "zahlungsempfanger in|zahlungsempfanger|zahlungsempfangerin",
    sv: "mottagare",
  },
  name: { en: "description|transaction description" },
  bankText: { en: "bank description|statement description" },
  text: {
    en: "description|transaction description|memo|narration|narrative|particulars|transaction remarks|remarks|payment reference|payment details|details|transaction details|statement descriptor|notes|note|message|text|statement text|extended details|additional information|remittance information|subject|item title|reference text|notes and tags|narrative description|purpose",
    de: "verwendungszweck|zahlungszweck|avisierungstext|beschreibung|buchungsdetails|mitteilung|zahlungsgrund|verwendungszweckzeile|text|details|buchungsinformation",
    fr: "libelle|communication|libelle de l operation|libelle operation|detail de l ecriture|motif|label|intitule|details|libelle complementaire|libelle simplifie|informations complementaires|nature de l operation|description",
    nl: "mededelingen|omschrijving|mededeling|vrije mededeling|vrije mededelingen|gestructureerde mededeling",
    es: "concepto|observaciones|descripcion|movimiento|mas datos|informacion adicional|concepto ampliado|detalle",
    it: "descrizione|descrizione estesa|causale|descrizione operazione|dettagli",
    pt: "descricao|descritivo|descricao do movimento|detalhes",
    sv: "text|rubrik|beskrivning|meddelande|transaktion|specifikation",
    da: "tekst|beskrivelse|meddelelse|posteringstekst",
    no: "forklaring|beskrivelse|tekst|melding",
    fi: "viesti|selitys|selite|tapahtuman selite",
    pl: "tytul|opis operacji|opis transakcji|opis|tytul operacji|szczegoly|tytulem",
    cs: "zprava pro prijemce|poznamka|popis|zprava|uzivatelska identifikace",
    ja: "摘要|摘要内容|取引内容|お取り扱い内容|入出金内容|ご利用内容|メモ|備考|取引名",
    zh: "摘要|附言|用途|备注|交易摘要|交易附言",
  },
  kind: {
    en: "type|transaction type|trans type|category|subcategory|transaction code|activity",
    de: "buchungstext|vorgang|umsatzart|transaktionstyp|umsatztyp|buchungsart|geschaftsvorgang|typ|kategorie",
    fr: "type d operation|type de transaction|type|categorie|nature",
    nl: "mutatiesoort|code|transactiesoort|soort",
    es: "tipo|tipo de operacion|categoria|codigo",
    it: "tipo|tipo operazione|categoria|causale abi",
    pt: "tipo|categoria",
    sv: "typ|transaktionstyp|kategori",
    da: "kategori|type|underkategori",
    no: "type|undertype",
    fi: "tapahtuma|laji|tapahtumalaji",
    pl: "typ operacji|rodzaj operacji|typ transakcji|rodzaj transakcji|kategoria",
    cs: "typ|typ operace|typ transakce",
    ja: "取引区分|取引種別|種別",
    zh: "交易类型|业务类型",
  },
  structured: {
    en: "structured reference|creditor reference|payment id|structured communication",
    de: "referenznummer|qr referenz|strukturierte referenz|zahlungsreferenz",
    fr: "reference structuree|communication structuree",
    nl: "betalingskenmerk|gestructureerd kenmerk",
    sv: "ocr|ocr nummer|referensnummer",
    da: "fi kreditor reference",
    no: "kid",
    fi: "viite|viitenumero",
    cs: "vs|variabilni symbol",
  },
  endToEnd: {
    en: "end to end|end to end id|e2e reference|end to end reference|end to end identification|eref|transaction reference",
    de: "kundenreferenz end to end|end to end|ende zu ende referenz|end to end referenz|end to end id",
    fr: "reference de bout en bout|reference end to end|reference virement",
    nl: "transactiereferentie|end to end id|kenmerk",
    es: "referencia extremo a extremo",
    it: "riferimento end to end",
  },
  customer: {
    en: "reference|transaction ref|customer reference|client reference|your reference|chq ref number|chq ref no|ref no cheque no|reference number|ref no|ref|reference no|batch id|payment batch id|ref number|customer ref|chq ref",
    de: "kundenreferenz|sammlerreferenz|referenz|auftraggeberreferenz|kundenref",
    fr: "reference|reference client|ref|reference operation",
    nl: "referentie|batch id|klantreferentie|referentie klant",
    es: "referencia|referencia 1|numero de referencia",
    it: "riferimento|riferimento cliente",
    pt: "referencia",
    sv: "referens|verifikationsnummer",
    da: "reference|egen reference",
    no: "referanse",
    fi: "maksajan viite",
    pl: "referencje|numer referencyjny",
    ja: "edi情報",
    zh: "凭证号|凭证号码",
  },
  own: {
    en: "transaction id|id|transferwise id|wise id|bank reference|payment transaction id|txn id|tran id|unique id|transaction number|bank ref|fit id|payout id|transaction identifier|txn reference|tran no",
    de: "transaktions nr|transaktionsnummer|zkb referenz|transaktionscode|bankreferenz|transaktions id|buchungsreferenz",
    fr: "numero de transaction|no de transaction|identifiant",
    it: "numero transazione|no transazione",
    sv: "transaktions id|transaktionsid",
    da: "transaktions id",
    no: "arkivref|arkivreferanse|numref",
    fi: "arkistointitunnus|arkistotunnus",
    pl: "id transakcji|numer transakcji",
    cs: "id operace|id pohybu|id transakce",
    ja: "照会番号",
    zh: "交易流水号|流水号|交易序号",
  },
  returned: { nl: "reden retour", de: "rückgabegrund", en: "return reason|reason for return" },
  status: {
    en: "status|state|transaction status",
    de: "status|info|umsatzstatus",
    fr: "statut|etat",
    nl: "status",
    es: "estado",
    it: "stato",
    pt: "estado",
    pl: "status|stan",
    cs: "stav",
    zh: "交易状态|状态",
  },
  counterAccount: {
    en: "partner iban|payee account number|payer account number|counterparty iban|beneficiary account|counter account|account number counterparty|counterparty account|beneficiary account number|partner account number|beneficiary iban|payee account|from email address|to email address|iban",
    de: "kontonummer iban|iban zahlungsbeteiligter|gegenkonto|iban kontonummer|partnerkonto|iban",
    fr: "compte contrepartie|compte de la contrepartie|iban contrepartie|compte bénéficiaire|iban",
    nl: "tegenrekening|tegenrekening iban bban|rekening tegenpartij|iban tegenpartij",
    es: "cuenta destino|cuenta contraparte|cuenta beneficiario",
    it: "iban beneficiario|iban controparte",
    sv: "mottagarkonto|motkonto",
    da: "modtagerkonto|modkonto",
    no: "til konto|fra konto|motkonto",
    fi: "tilinumero|saajan tilinumero|saajan tilinumero ja pankin bic",
    pl: "numer konta|rachunek kontrahenta|nr rachunku kontrahenta|rachunek nadawcy odbiorcy",
    cs: "protiucet|cislo protiuctu|protistrana ucet",
    zh: "对方账号|对方账户",
  },
  none: {
    en: "destination|destination last 4|account name|account holder|card holder|cardholder|name on card|card number|destination name|destination country|account type|original amount|orig amount|local amount|exchange rate|exchange from|exchange to|total fees|exchange to amount|bank name|address|receipt|time|created utc|started|timestamp|balance transaction|failure balance transaction|balance impact|running number|no|s no|sl no|number|serial|check number|cheque number|check or slip|cheque no|chequeno|card last four digits|last four digits|failure message|failure code|shipping and handling amount|sales tax|available to withdraw|transaction details type|original description|cheque details|spending category|counterparty bank|gl code|tracking id|trace id|trace id status|sender bank|attachment|card holder full name|type code",
    de: "mandatsreferenz|glaubiger id|gläubiger identifikationsnummer|bic|bic swift code|name kontoinhaber|kontoinhaber|ursprungsbetrag|lastschrift ursprungsbetrag|auslagenersatz rucklastschrift|fremde gebuhren|anzahl der auftrage|anzahl der schecks|abweichender empfanger|kurs|fussnoten|bankname auftragskonto|bic auftragskonto|bic zahlungsbeteiligter|abschlusszeit|uhrzeit|gebuhren in|primanota|saldo vorher|ktonr inhaber",
    fr: "numero de sequence|motif du refus|nom du compte|solde initial|pointage operation",
    nl: "volgnr|bic|bic tegenpartij|naam uiteindelijke partij|naam initierende partij|machtigingskenmerk|incassant id|oorspr bedrag|oorspronkelijk bedrag|koers|tag|naam rekening|beginsaldo|saldo voor boeking|startsaldo",
    es: "oficina|hora|saldo anterior",
    it: "mezzo",
    sv: "radnummer|produkt",
    da: "afstemt",
    no: "arkivnummer",
    fi: "kortinnumero|kuitti|bic",
    pl: "bic|kurs",
    cs: "kod banky|ks|ss|nazev banky|bic",
    ja: "未資金化区分|銀行名|支店名",
    zh: "对方开户行|开户行",
  },
};

/** `at` is the phrase's place among all, which decides between those of the same length. */
type Phrase = { role: WordRole; language: Language; words: string; open: boolean; rank: number; at: number };
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const PHRASES: readonly Phrase[] = Object.entries(WORDS)
  .flatMap(([role, languages]) =>
    Object.entries(languages).flatMap(([language, words]) =>
      words.split("|").map((one, rank) => ({
        role: role as WordRole,
        language: language as Language,
        words: folded(one),
        open: one.endsWith("*"),
        rank,
      })),
    ),
  )
  .map((phrase, at) => ({ ...phrase, at }));
const EXACT = Map.groupBy(PHRASES, (phrase) => phrase.words);
/** Phrases that may be part of a word: Chinese and Japanese have no blanks between words. */
const PARTS = PHRASES.filter((phrase) => phrase.open || CJK.test(phrase.words));
/** How many words the longest phrase has. */
const MOST_WORDS = Math.max(...PHRASES.map((phrase) => phrase.words.split(" ").length));

/** The phrases in a title, in the order of the list. */
function phrasesIn(title: string): Phrase[] {
  const words = title.split(" ");
  const found = new Set(PARTS.filter(({ words: part }) => ` ${title}`.includes(CJK.test(part) ? part : ` ${part}`)));
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(from + MOST_WORDS, words.length); to++)
      for (const phrase of EXACT.get(words.slice(from, to).join(" ")) ?? [])
        if (phrase.words.length > 2 || CJK.test(phrase.words)) found.add(phrase);
  return [...found].toSorted((a, b) => a.at - b.at);
}

/** A title as it's compared: without currency ("Umsatz in EUR"), time zone, and diacritics. */
function titleWords(title: string): string {
  const words = title.replaceAll(/[€£¥$₹]/g, " ").split(/[^\p{L}\p{M}\p{N}]+/u);
  const left = words.filter((word) => !CURRENCY_CODES.has(word.toUpperCase()) || word.toLowerCase() === word);
  const plain = folded(left.join(" ")).replace(/ utc$/, "");
  return left.length < words.length || currencyInTitle(title) ? plain.replace(/ in$/, "") : plain;
}

/** The currency that a column's title names: "Betrag (EUR)", "CAD$", or "入出金(円)". Null without one. */
export function currencyInTitle(title: string): string | null {
  const code = title.split(/[^\p{L}]+/u).find((word) => CURRENCY_CODES.has(word));
  if (code) return code;
  const sign = /[€£₹円]/.exec(title)?.[0];
  return sign ? (SYMBOLS[sign] ?? null) : null;
}

/** A role that a title's words give it. The lower the rank, the better. */
export type TitleRole = { role: WordRole; language: Language; rank: number };

/**
 * The roles that a column's title may mean, the likeliest first. A title that is known as a whole means nothing else;
 * otherwise the longest words in it decide.
 */
export function rolesOfTitle(title: string): TitleRole[] {
  const whole = titleWords(title);
  // "RunningBalance" is two words, but "dateOp" is known as one.
  const words = EXACT.has(whole) ? whole : titleWords(title.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
  if (words === "") return currencyInTitle(title) ? [{ role: "amount", language: "en", rank: 50 }] : [];
  const exact = EXACT.get(words) ?? EXACT.get(words.replace(/ \d{1,2}$/, "").replace(/(\p{L})\d$/u, "$1"));
  if (exact) return exact.map(({ role, language, rank }) => ({ role, language, rank }));
  if (words.length > 80) return [];
  return phrasesIn(words)
    .toSorted((a, b) => b.words.length - a.words.length)
    .slice(0, 4)
    .map(({ role, language, rank }) => ({ role, language, rank: rank + 100 }));
}

/** Words that label a figure or a fact above or below the table. */
const LABELS = {
  iban: ["iban"],
  account: [
    "account number",
    "account no",
    "account details for",
    "account",
    "kontonummer",
    "konto",
    "rekening",
    "rekeningnummer",
    "numero de compte",
    "compte",
    "cuenta",
    "conto",
    "numero conto",
    "conta",
    "kontonr",
    "tili",
    "rachunek",
    "numer rachunku",
    "ucet",
    "cislo uctu",
    "口座番号",
    "账号",
    "bsb and account number",
  ],
  currency: [
    "currency",
    "wahrung",
    "bewertet in",
    "devise",
    "valuta",
    "divisa",
    "moneda",
    "moeda",
    "waluta",
    "mena",
    "munt",
    "通貨",
    "币种",
    "valuutta",
  ],
  opening: [
    "opening balance",
    "beginning balance",
    "starting balance",
    "start balance",
    "previous balance",
    "balance brought forward",
    "opening ledger balance",
    "anfangssaldo",
    "alter kontostand",
    "alter saldo",
    "startsaldo",
    "solde initial",
    "solde d ouverture",
    "ancien solde",
    "beginsaldo",
    "saldo inicial",
    "saldo iniziale",
    "saldo anterior",
    "ingaende saldo",
    "inngaende saldo",
    "primosaldo",
    "alkusaldo",
    "saldo poczatkowe",
    "pocatecni zustatek",
    "pocatecni stav",
    "前回残高",
    "期初余额",
  ],
  closing: [
    "closing balance",
    "ending balance",
    "end balance",
    "ledger balance",
    "closing ledger balance",
    "current balance",
    "balance as of",
    "balance",
    "schlusssaldo",
    "endsaldo",
    "neuer kontostand",
    "neuer saldo",
    "letzter kontostand",
    "kontostand",
    "saldo",
    "solde",
    "solde final",
    "nouveau solde",
    "solde de cloture",
    "eindsaldo",
    "saldo final",
    "saldo finale",
    "saldo contabile",
    "saldo actual",
    "utgaende saldo",
    "slutsaldo",
    "ultimosaldo",
    "loppusaldo",
    "saldo koncowe",
    "konecny zustatek",
    "konecny stav",
    "期末余额",
  ],
} as const;
export type Label = keyof typeof LABELS;
const LABEL_WORDS = Object.entries(LABELS).flatMap(([label, known]) =>
  known.map((one) => ({ label: label as Label, words: folded(one) })),
);

/** Figures that are balances but not of what is booked. */
const NOT_BOOKED = [
  "available",
  "verfugbar",
  "disponible",
  "disponibel",
  "disponibile",
  "beschikbaar",
  "dostepne",
  "pending",
];

/** What a label above or below the table means. Null for one that isn't known. */
export function labelOf(text: string): Label | null {
  const words = ` ${folded(text)} `;
  if (words.length > 90) return null;
  const has = (key: string) => words.includes(CJK.test(key) ? key : ` ${key} `);
  let best: (typeof LABEL_WORDS)[number] | null = null;
  for (const one of LABEL_WORDS) if (one.words.length > (best?.words.length ?? 0) && has(one.words)) best = one;
  const isBalance = best?.label === "opening" || best?.label === "closing";
  return isBalance && NOT_BOOKED.some((word) => words.includes(` ${word}`)) ? null : (best?.label ?? null);
}

/** Whether a column's title is of a list of a provider's payouts: when each arrives at the bank. */
export const isOfPayouts = (title: string): boolean => /\barrival\b/i.test(title);

/** Beginnings of words for a row that isn't booked (yet). */
const UNBOOKED = (
  "pending|failed|declined|cancel|reverted|rejected|expired|voided|denied|blocked|on hold|in progress|processing|" +
  "unconfirmed|scheduled|vorgemerkt|umsatz vorgemerkt|offen|abgelehnt|storniert|en attente|refuse|annule|pendiente|rechazado|anulado|" +
  "in attesa|annullato|pendente|reserverat|reserveret|venter|reservert|odotta|w realizacji|odrzucona|anulowana|zamitnuto|" +
  "in behandeling|geweigerd|geannuleerd|处理中|失败|已关闭"
)
  .split("|")
  .map(folded);

/** Whether a row's status says that its money hasn't moved. */
export function isUnbooked(status: string): boolean {
  const words = ` ${folded(status)} `;
  return UNBOOKED.some((one) => (CJK.test(one) ? words.includes(one) : words.includes(` ${one}`)));
}

/** What columns write for money that left (-1) or came (1). */
export const SIDES: ReadonlyMap<string, 1 | -1> = new Map([
  ...[
    "d",
    "dr",
    "dbit",
    "debit",
    "debet",
    "af",
    "s",
    "soll",
    "dare",
    "debe",
    "cargo",
    "出金",
    "払出",
    "out",
    "belastung",
    "debito",
    "lastschrift",
    "支出",
    "借",
    "withdrawal",
    "wn",
    "obciazenie",
    "2",
  ].map((word): [string, -1] => [word, -1]),
  ...[
    "c",
    "cr",
    "crdt",
    "credit",
    "bij",
    "h",
    "haben",
    "avere",
    "haber",
    "abono",
    "入金",
    "預入",
    "in",
    "gutschrift",
    "credito",
    "kredit",
    "收入",
    "贷",
    "deposit",
    "ma",
    "uznanie",
    "1",
  ].map((word): [string, 1] => [word, 1]),
]);
