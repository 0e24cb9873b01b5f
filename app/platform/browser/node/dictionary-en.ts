import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import aff from "/node_modules/dictionary-en/index.aff?raw";
import dic from "/node_modules/dictionary-en/index.dic?url";

/**
 * The package `dictionary-en` for browsers, which reads its files from a disk on Node. The build substitutes it
 * (vite.config.ts). The words are a file of half a megabyte.
 */

const answer = await fetchInTime(dic);
if (!answer.ok) throw new Error(`The dictionary could not be loaded: ${answer.status}`);
export default { aff: new TextEncoder().encode(aff), dic: new Uint8Array(await answer.arrayBuffer()) };
