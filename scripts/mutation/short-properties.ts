import { configureGlobal } from 'fast-check'

// Each mutant runs the properties again: half a second each, without shrinking.
configureGlobal({ seed: 1, interruptAfterTimeLimit: 500, endOnFailure: true })
