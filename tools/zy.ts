import { readFileSync } from "node:fs";
import { guessLayout } from "#app/features/backoffice/rules/bank-files/csv-guess.ts";
const g = guessLayout(readFileSync("/tmp/gen/" + process.argv[2], "utf8"));
console.log(g, g.roles.map((r, i) => `${g.titles[i]}=${r}`).join(" | "));
