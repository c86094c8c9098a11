// The page of an address that does not exist: it is as light or dark as all others.

import { prefs } from "./prefs.js";

prefs.show();
