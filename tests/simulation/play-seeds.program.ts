import { type AskedSeeds, playSeeds, type Totals } from './play-seeds.ts'
import { answerOf } from './run-bundle.ts'

// Plays seeds for `simulate.program.ts`, which bundles it.

await answerOf<AskedSeeds, Totals>(playSeeds)
