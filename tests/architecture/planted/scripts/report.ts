import { payer } from '../tests/support/payer.ts'

export const report = payer
