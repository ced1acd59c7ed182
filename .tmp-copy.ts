import { findMutants } from './scripts/mutation/find-mutants.ts'
import { mutatedParts } from './scripts/mutation/mutant.ts'
import { writeMutatedCopy } from './scripts/mutation/mutated-copy.ts'
import { writeFileSync } from 'node:fs'
const all = findMutants(process.cwd(), mutatedParts)
writeMutatedCopy(process.cwd(), '/tmp/w-m/.tmp/mutants', all)
writeFileSync('/tmp/w-m/.tmp/mutants.json', JSON.stringify(all))
