import worker from "../src/worker.mjs";
import { measured } from "./measured.mjs";

export default measured(worker);
