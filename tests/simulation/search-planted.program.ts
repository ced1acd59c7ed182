import { answerOf } from './run-bundle.ts'
import { type AskedSearch, type SearchResult, searchPlanted } from './search-planted.ts'

// Looks for the mistake that `planted.program.ts` bundled it with.

await answerOf<AskedSearch, SearchResult>(searchPlanted)
