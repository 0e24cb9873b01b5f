import { SECOND } from "./time.ts";

/**
 * How far the server looks back beyond what a reader asks for, in ms: their identity was checked a moment before they
 * began to listen, and their request took time to arrive. A reader whose stream took longer to open may have missed
 * something.
 */
export const LOOK_BACK_MS = 2 * SECOND;
