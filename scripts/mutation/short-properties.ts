import { configureGlobal } from 'fast-check'

// A property runs again for each change: it tries what half a second allows, and looks for no smaller case.
configureGlobal({ seed: 1, interruptAfterTimeLimit: 500, endOnFailure: true })
