import { configureGlobal } from 'fast-check'

// A property runs again for each mutant: it tries what half a second allows, always the same, and tells no smaller case.
configureGlobal({ seed: 1, interruptAfterTimeLimit: 500, endOnFailure: true })
