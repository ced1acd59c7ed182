import type { CivilDate } from './civil.ts'

/** A day closed despite the weekly hours; the reason may be empty. */
export type ClosedDay = { date: CivilDate; reason: string }

export const MAX_CLOSED_REASON_LETTERS = 100
