import worker from "../src/analysis.mjs";
import { measured } from "./measured.mjs";

export default measured(worker);
