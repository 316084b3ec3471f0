/** The whole script of the pages of the specifications: they take the theme that the inspector was given. */
import { applyTheme } from "./theme";

applyTheme();
