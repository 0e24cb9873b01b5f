/**
 * CSV files as many banks lay them out, with invented people and amounts, and what they say. A line is its day, amount
 * in minor units, text, reference, and counterparty.
 */
export type BankLayout = {
  name: string;
  text: string;
  encoding?: "shift_jis" | "latin1" | "utf-16le";
  account: string | null;
  currency: string;
  opening: number | null;
  closing: number | null;
  lines: readonly (readonly [
    day: string,
    amountMinor: number,
    text: string,
    reference?: string,
    counterparty?: string,
  ])[];
};

const rows = (...lines: string[]): string => lines.join("\n");

export const BANK_LAYOUTS: readonly BankLayout[] = [
  {
    name: "a US bank with a summary above and opening balances in the table",
    text: rows(
      "Description,,Summary Amt.",
      'Beginning balance as of 10/01/2026,,"2,000.00"',
      'Total credits,,"350.00"',
      'Total debits,,"-125.50"',
      'Ending balance as of 10/31/2026,,"2,224.50"',
      "",
      "Date,Description,Amount,Running Bal.",
      '10/01/2026,Beginning balance as of 10/01/2026,,"2,000.00"',
      '10/02/2026,"STRIPE DES:TRANSFER ID:ST-A1","350.00","2,350.00"',
      '10/15/2026,"CHECK 1021","-125.50","2,224.50"',
    ),
    account: null,
    currency: "USD",
    opening: 200_000,
    closing: 222_450,
    lines: [
      ["2026-10-02", 35_000, "STRIPE DES:TRANSFER ID:ST-A1"],
      ["2026-10-15", -12_550, "CHECK 1021"],
    ],
  },
  {
    name: "a US bank without titles, with an asterisk and an empty column",
    text: rows(
      '"10/30/2026","-12.50","*","","MONTHLY FEE"',
      '"10/28/2026","1588.00","*","","WIRE TRANS NORDPRESS INV 12"',
      '"10/03/2026","-40.00","*","","POS LINDEN CAFE"',
    ),
    account: null,
    currency: "USD",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-30", -1_250, "MONTHLY FEE"],
      ["2026-10-28", 158_800, "WIRE TRANS NORDPRESS INV 12"],
      ["2026-10-03", -4_000, "POS LINDEN CAFE"],
    ],
  },
  {
    name: "a card account with states, a fee, and two dates",
    text: rows(
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "TRANSFER,Current,2026-10-01 09:12:11,2026-10-02 08:00:00,Payment from Vale Press,250.00,0.00,EUR,COMPLETED,350.00",
      "CARD_PAYMENT,Current,2026-10-03 10:00:00,2026-10-04 10:00:00,Papeterie Lune,-20.00,0.50,EUR,COMPLETED,329.50",
      "CARD_PAYMENT,Current,2026-10-05 10:00:00,,Hotel Hold,-80.00,0.00,EUR,PENDING,",
      "TRANSFER,Current,2026-10-06 10:00:00,2026-10-06 10:00:00,To R. Amsel,-100.00,0.00,EUR,REVERTED,329.50",
    ),
    account: null,
    currency: "EUR",
    opening: 10_000,
    closing: 32_950,
    lines: [
      ["2026-10-02", 25_000, "Payment from Vale Press"],
      ["2026-10-04", -2_050, "Papeterie Lune"],
    ],
  },
  {
    name: "a payment provider with gross, fee, and net",
    text: rows(
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Note","Balance"',
      '"10/12/2026","08:00:00","PDT","Orla Finch","Payment","Completed","USD","100.00","-3.20","96.80","7AB00011CD223344E","Invoice 77","1,096.80"',
      '"10/14/2026","08:00:00","PDT","","Withdrawal","Completed","USD","-500.00","0.00","-500.00","7AB00012CD223344F","To bank","596.80"',
      '"10/15/2026","08:00:00","PDT","Ivo Marsh","Payment","Pending","USD","20.00","-0.90","19.10","7AB00013CD223344G","Invoice 78","596.80"',
    ),
    account: null,
    currency: "USD",
    opening: 100_000,
    closing: 59_680,
    lines: [
      ["2026-10-12", 9_680, "Invoice 77", "7AB00011CD223344E", "Orla Finch"],
      ["2026-10-14", -50_000, "To bank", "7AB00012CD223344F"],
    ],
  },
  {
    name: "a German online bank in English",
    text: rows(
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2026-10-01,2026-10-01,"Wortwerk GmbH",DE02120300000000202051,"Credit Transfer","Rechnung 2026-14 vielen Dank",Hauptkonto,1250.0,,,',
      '2026-10-05,2026-10-06,"Kaffee Haus",,Presentment,,Hauptkonto,-4.5,4.5,EUR,1.0',
    ),
    account: null,
    currency: "EUR",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-01", 125_000, "Rechnung 2026-14 vielen Dank", "", "Wortwerk GmbH"],
      ["2026-10-05", -450, "", "", "Kaffee Haus"],
    ],
  },
  {
    name: "a German direct bank with payer and payee columns",
    text: rows(
      '"Girokonto";"DE02120300000000202051"',
      '"Zeitraum:";"01.10.2026 - 31.10.2026"',
      '"Kontostand vom 31.10.2026:";"1.180,00 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
      '"31.10.26";"";"Vorgemerkt";"Ute Rabe";"Strom AG";"Abschlag";"Ausgang";"DE89370400440532013000";"-75,00";"";"";""',
      '"20.10.26";"20.10.26";"Gebucht";"Ute Rabe";"Buchladen Eck";"Bücher Nr. 55";"Ausgang";"DE89370400440532013000";"-20,00";"";"";"K-55"',
      '"02.10.26";"03.10.26";"Gebucht";"Verlag Specht";"Ute Rabe";"Honorar Oktober";"Eingang";"DE02500105170137075030";"1.200,00";"";"";""',
    ),
    account: "DE02120300000000202051",
    currency: "EUR",
    opening: 0,
    closing: 118_000,
    lines: [
      ["2026-10-20", -2_000, "Bücher Nr. 55", "K-55", "Buchladen Eck"],
      ["2026-10-02", 120_000, "Honorar Oktober", "", "Verlag Specht"],
    ],
  },
  {
    name: "a German bank with debit and credit columns and the balance in the last line",
    encoding: "latin1",
    text: rows(
      "Umsätze Girokonto;;;;",
      "Letzter Kontostand;;;;1.000,00;EUR",
      "Vorgemerkte Buchungen sind noch nicht enthalten.",
      "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Soll;Haben;Währung",
      "1.10.2026;1.10.2026;SEPA-Überweisung;Kleist Druck;Rechnung 8;DE89370400440532013000;COBADEFFXXX;R-8;;;;;-300,00;;EUR",
      "15.10.2026;15.10.2026;SEPA-Gutschrift;Reihe Grün e.V.;Lektorat;DE02500105170137075030;INGDDEFFXXX;NOTPROVIDED;;;;;;800,00;EUR",
      "Kontostand;31.10.2026;;;1.500,00;EUR",
    ),
    account: null,
    currency: "EUR",
    opening: 100_000,
    closing: 150_000,
    lines: [
      ["2026-10-01", -30_000, "Rechnung 8", "R-8", "Kleist Druck"],
      ["2026-10-15", 80_000, "Lektorat", "", "Reihe Grün e.V."],
    ],
  },
  {
    name: "a Dutch bank with three text columns and signed amounts",
    text: rows(
      '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3","Reden retour","Oorspr bedrag","Oorspr munt","Koers"',
      '"NL02RABO0123456789","EUR","RABONL2U","000000000000000001","2026-10-01","2026-10-01","+100,00","+600,00","NL91ABNA0417164300","Uitgeverij Oever","","","","cb","","REF-7","","","","Factuur 7"," ","","","","",""',
      '"NL02RABO0123456789","EUR","RABONL2U","000000000000000002","2026-10-02","2026-10-02","-40,00","+560,00","NL20INGB0001234567","J. Vos","","","","bg","B-9","","","","9999000011112222","","","","AC04","","",""',
    ),
    account: "NL02RABO0123456789",
    currency: "EUR",
    opening: 50_000,
    closing: 56_000,
    lines: [
      ["2026-10-01", 10_000, "Factuur 7", "REF-7", "Uitgeverij Oever"],
      ["2026-10-02", -4_000, "", "9999000011112222", "J. Vos"],
    ],
  },
  {
    name: "a tab-separated Dutch export without titles",
    text: rows(
      "123456789\tEUR\t20261001\t500,00\t600,00\t20261001\t100,00\t/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/NAME/UITGEVERIJ OEVER/REMI/FACTUUR 7",
      "123456789\tEUR\t20261003\t600,00\t587,50\t20261003\t-12,50\tKOSTEN ZAKELIJK PAKKET OKTOBER",
    ),
    account: "123456789",
    currency: "EUR",
    opening: 50_000,
    closing: 58_750,
    lines: [
      ["2026-10-01", 10_000, "/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/NAME/UITGEVERIJ OEVER/REMI/FACTUUR 7"],
      ["2026-10-03", -1_250, "KOSTEN ZAKELIJK PAKKET OKTOBER"],
    ],
  },
  {
    name: "a French bank with its balance above",
    text: rows(
      "Numéro de compte;FR7630006000011234567890189",
      "Solde au 31/10/2026;1 250,40 EUR",
      "Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise",
      "30/10/2026;VIR RECU;VIR RECU DE EDITIONS FAUVE FACTURE 9;1 000,40;EUR",
      "04/10/2026;COTISATION;COTISATION MENSUELLE;-8,00;EUR",
    ),
    account: "FR7630006000011234567890189",
    currency: "EUR",
    opening: 25_800,
    closing: 125_040,
    lines: [
      ["2026-10-30", 100_040, "VIR RECU VIR RECU DE EDITIONS FAUVE FACTURE 9"],
      ["2026-10-04", -800, "COTISATION COTISATION MENSUELLE"],
    ],
  },
  {
    name: "a Spanish bank with two columns of the same name",
    text: rows(
      "F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones",
      "05/10/2026;05/10/2026;Transferencia recibida;Abono;1.500,00;EUR;2.500,00;EUR;Editorial Mirlo",
      "13/10/2026;14/10/2026;Comision;Cargo;-6,50;EUR;2.493,50;EUR;",
    ),
    account: null,
    currency: "EUR",
    opening: 100_000,
    closing: 249_350,
    lines: [
      ["2026-10-05", 150_000, "Transferencia recibida Editorial Mirlo"],
      ["2026-10-14", -650, "Comision"],
    ],
  },
  {
    name: "an Italian bank with credits before debits",
    text: rows(
      "Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa;Mezzo",
      "01/10/2026;02/10/2026;Bonifico;1.000,00;;Bonifico da Casa Airone fattura 3;",
      "14/10/2026;14/10/2026;Commissioni;;-2,50;Commissioni ottobre;",
    ),
    account: null,
    currency: "EUR",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-01", 100_000, "Bonifico Bonifico da Casa Airone fattura 3"],
      ["2026-10-14", -250, "Commissioni Commissioni ottobre"],
    ],
  },
  {
    name: "a Swedish bank with a clearing number",
    text: rows(
      "Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo",
      '1,8327-9,"904 216 781-3",Företagskonto,SEK,2026-10-15,2026-10-15,2026-10-15,OCR 1234566,Inbetalning Bokhuset,5000.00,7500.00',
      '2,8327-9,"904 216 781-3",Företagskonto,SEK,2026-10-02,2026-10-02,2026-10-02,AVGIFT,Månadsavgift,-99.00,2500.00',
    ),
    account: "8327-9 904 216 781-3",
    currency: "SEK",
    opening: 259_900,
    closing: 750_000,
    lines: [
      ["2026-10-15", 500_000, "Inbetalning Bokhuset", "OCR 1234566"],
      ["2026-10-02", -9_900, "Månadsavgift", "AVGIFT"],
    ],
  },
  {
    name: "a Danish bank",
    text: rows(
      '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
      '"01.10.2026";"Gebyr oktober";"-25,00";"9.975,00";"Udført";"Nej"',
      '"14.10.2026";"Forlaget Krage faktura 4";"1.200,00";"11.175,00";"Udført";"Nej"',
      '"20.10.2026";"Husleje";"-500,00";"";"Venter";"Nej"',
    ),
    account: null,
    currency: "DKK",
    opening: 1_000_000,
    closing: 1_117_500,
    lines: [
      ["2026-10-01", -2_500, "Gebyr oktober"],
      ["2026-10-14", 120_000, "Forlaget Krage faktura 4"],
    ],
  },
  {
    name: "a Norwegian bank with money out and in",
    text: rows(
      '"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"',
      '"05.10.2026";"Kontoavgift";"05.10.2026";"45,00";""',
      '"16.10.2026";"Fra Forlaget Spove";"17.10.2026";"";"3 200,50"',
    ),
    account: null,
    currency: "NOK",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-05", -4_500, "Kontoavgift"],
      ["2026-10-16", 320_050, "Fra Forlaget Spove"],
    ],
  },
  {
    name: "a Finnish bank with a payment reference",
    text: rows(
      "Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viite;Viesti;Arkistointitunnus",
      "2026-10-06;2026-10-06;-12,40;TILISIIRTO;;Paperi Oy;FI2112345600000785;;Lasku 12;20261006/1AB",
      "2026-10-20;2026-10-20;640,00;VIITESIIRTO;;Kirja Kuovi;FI5544445555444455;RF18539007547034;;20261020/2CD",
    ),
    account: null,
    currency: "EUR",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-06", -1_240, "Lasku 12", "20261006/1AB", "Paperi Oy"],
      ["2026-10-20", 64_000, "", "RF18539007547034", "Kirja Kuovi"],
    ],
  },
  {
    name: "a Polish bank with hash signs before its titles",
    text: rows(
      "#Klient;",
      "ANNA KOS;",
      "#Waluta;",
      "PLN;",
      "#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;",
      "2026-10-02;2026-10-02;PRZELEW PRZYCHODZĄCY;FAKTURA 5/2026;WYDAWNICTWO SOJKA;'61109010140000071219812874';1 230,00;2 230,00;",
      "2026-10-09;2026-10-09;OPŁATA;;;'';-10,00;2 220,00;",
    ),
    account: null,
    currency: "PLN",
    opening: 100_000,
    closing: 222_000,
    lines: [
      ["2026-10-02", 123_000, "PRZELEW PRZYCHODZĄCY FAKTURA 5/2026", "", "WYDAWNICTWO SOJKA"],
      ["2026-10-09", -1_000, "OPŁATA"],
    ],
  },
  {
    name: "a British bank with sort codes and bracketed apostrophes",
    text: rows(
      "Date, Type, Description, Value, Balance, Account Name, Account Number",
      '30/10/2026,BAC,"FENWICK PRESS INV 31",410.00,1410.00,"LARK EDITING","\'999912-90001234"',
      '13/10/2026,D/D,"QUILL HOSTING",-15.00,1000.00,"LARK EDITING","\'999912-90001234"',
    ),
    account: "999912-90001234",
    currency: "GBP",
    opening: 101_500,
    closing: 141_000,
    lines: [
      ["2026-10-30", 41_000, "FENWICK PRESS INV 31"],
      ["2026-10-13", -1_500, "QUILL HOSTING"],
    ],
  },
  {
    name: "a British bank with debit and credit columns",
    text: rows(
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
      "30/10/2026,FPI,'99-99-12,90001234,FENWICK PRESS INV 31,,410.00,1410.00",
      "13/10/2026,DD,'99-99-12,90001234,QUILL HOSTING,15.00,,1000.00",
    ),
    account: "99-99-12 90001234",
    currency: "GBP",
    opening: 101_500,
    closing: 141_000,
    lines: [
      ["2026-10-30", 41_000, "FENWICK PRESS INV 31"],
      ["2026-10-13", -1_500, "QUILL HOSTING"],
    ],
  },
  {
    name: "a Canadian bank whose amounts are named by their currency",
    text: rows(
      '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"',
      'Chequing,01234-5009999,10/2/2026,,"MISC PAYMENT","FABLE BOOKS",-45.10,',
      'Chequing,01234-5009999,10/23/2026,,"DEPOSIT","HERON PRESS INV 6",900.00,',
    ),
    account: "01234-5009999",
    currency: "CAD",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-02", -4_510, "MISC PAYMENT FABLE BOOKS"],
      ["2026-10-23", 90_000, "DEPOSIT HERON PRESS INV 6"],
    ],
  },
  {
    name: "a Canadian bank without titles, with debit and credit columns",
    text: rows("10/23/2026,HERON PRESS INV 6,,900.00,1854.90", "10/02/2026,FABLE BOOKS,45.10,,954.90"),
    account: null,
    currency: "USD",
    opening: 100_000,
    closing: 185_490,
    lines: [
      ["2026-10-23", 90_000, "HERON PRESS INV 6"],
      ["2026-10-02", -4_510, "FABLE BOOKS"],
    ],
  },
  {
    name: "an Indian bank with Cr/Dr and lakhs",
    text: rows(
      "No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)",
      '1,S10000001,01/10/2026,01/10/2026 10:11:12 AM,-,NEFT-AXB001-MYNA BOOKS,CR,"1,20,000.00","3,20,000.00"',
      '2,S10000002,14/10/2026,14/10/2026 09:00:00 AM,-,CHARGES OCT,DR,590.00,"3,19,410.00"',
    ),
    account: null,
    currency: "INR",
    opening: 20_000_000,
    closing: 31_941_000,
    lines: [
      ["2026-10-01", 12_000_000, "NEFT-AXB001-MYNA BOOKS", "S10000001"],
      ["2026-10-14", -59_000, "CHARGES OCT", "S10000002"],
    ],
  },
  {
    name: "a Japanese bank in Shift_JIS, in yen",
    encoding: "shift_jis",
    text: rows(
      '"日付","摘要","摘要内容","支払い金額","預かり金額","差引残高","メモ","未資金化区分","入払区分"',
      '"2026/10/1","振込１","ｶ)ｽｽﾞﾒｼｭﾂﾊﾟﾝ","","150,000","1,150,000","","","入金"',
      '"2026/10/9","手数料","ﾌﾘｺﾐﾃｽｳﾘﾖｳ","440","","1,149,560","","","出金"',
    ),
    account: null,
    currency: "JPY",
    opening: 1_000_000,
    closing: 1_149_560,
    lines: [
      ["2026-10-01", 150_000, "振込１ ｶ)ｽｽﾞﾒｼｭﾂﾊﾟﾝ"],
      ["2026-10-09", -440, "手数料 ﾌﾘｺﾐﾃｽｳﾘﾖｳ"],
    ],
  },
  {
    name: "a Swiss bank with its balance once a day and notes below",
    text: rows(
      "Datum von:;2026-10-01",
      "Datum bis:;2026-10-31",
      "Konto:;CH9300762011623852957",
      "Währung:;CHF",
      "",
      "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF",
      "2026-10-30;GUTSCHRIFT VERLAG ELSTER;1'200.00;;2026-10-30;6'180.00",
      "2026-10-04;KAUF PAPETERIE;;-15.00;2026-10-04;4'980.00",
      "2026-10-04;PREIS KONTOFÜHRUNG;;-5.00;2026-10-04;",
      "",
      "Disclaimer:",
      "Der Dokumentinhalt wurde durch Filtereinstellungen erzeugt.",
    ),
    account: "CH9300762011623852957",
    currency: "CHF",
    opening: 500_000,
    closing: 618_000,
    lines: [
      ["2026-10-30", 120_000, "GUTSCHRIFT VERLAG ELSTER"],
      ["2026-10-04", -1_500, "KAUF PAPETERIE"],
      ["2026-10-04", -500, "PREIS KONTOFÜHRUNG"],
    ],
  },
  {
    name: "a Swiss bank that lists a batch's payments below it",
    encoding: "utf-16le",
    text: rows(
      '"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF"',
      '"15.10.2026";"Belastung Sammelauftrag";"";"";"Z150001";"";"300.00";"";"15.10.2026";"700.00"',
      '"";"Nora Kiebitz";"CHF";"100.00";"";"";"";"";"";""',
      '"";"Emil Taube";"CHF";"200.00";"";"";"";"";"";""',
      '"02.10.2026";"Gutschrift Verlag Elster";"";"";"Z020001";"RF18539007547034";"";"1000.00";"02.10.2026";"1000.00"',
    ),
    account: null,
    currency: "CHF",
    opening: 0,
    closing: 70_000,
    lines: [
      ["2026-10-15", -30_000, "Belastung Sammelauftrag", "Z150001"],
      ["2026-10-02", 100_000, "Gutschrift Verlag Elster", "RF18539007547034"],
    ],
  },
  {
    name: "a Swiss bank with debits and credits in one column, and batch payments without a date",
    text: rows(
      "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
      "CH9300762011623852957;2026-10-15 00:00:00.0;Sammelauftrag;-300.00;700.00;2026-10-16 00:00:00.0",
      ";;Nora Kiebitz CHF 300.00;;;",
      "CH9300762011623852957;2026-10-02 00:00:00.0;Verlag Elster;1000.00;1000.00;2026-10-02 00:00:00.0",
    ),
    account: "CH9300762011623852957",
    currency: "CHF",
    opening: 0,
    closing: 70_000,
    lines: [
      ["2026-10-15", -30_000, "Sammelauftrag"],
      ["2026-10-02", 100_000, "Verlag Elster"],
    ],
  },
  {
    name: "a French online bank that writes amounts with commas and its balance with a point",
    text: rows(
      "dateOp;dateVal;label;category;supplierFound;amount;comment;accountNum;accountLabel;accountbalance",
      '2026-10-20;2026-10-21;"VIR Editions Fauve";Virements;;"1 200,50";;00040123456;Compte;2200.50',
      '2026-10-02;2026-10-02;"CARTE Papeterie";Achats;;-20,00;;00040123456;Compte;2200.50',
    ),
    account: "00040123456",
    currency: "EUR",
    opening: null,
    closing: null,
    lines: [
      ["2026-10-20", 120_050, "VIR Editions Fauve"],
      ["2026-10-02", -2_000, "CARTE Papeterie"],
    ],
  },
  {
    name: "a bank that writes signs behind its amounts",
    text: rows(
      "Datum\tOmschrijving\tBedrag\tSaldo",
      "15-10-2026\tUitgeverij Oever\t1.250,00+\t1.237,50+",
      "01-10-2026\tKosten\t12,50-\t12,50-",
    ),
    account: null,
    currency: "EUR",
    opening: 0,
    closing: 123_750,
    lines: [
      ["2026-10-15", 125_000, "Uitgeverij Oever"],
      ["2026-10-01", -1_250, "Kosten"],
    ],
  },
];
