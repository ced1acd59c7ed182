import type { CivilDate } from './civil.ts'

/** A day on which a shop is closed despite its weekly hours; the reason may be empty. */
export type ClosedDay = { date: CivilDate; reason: string }

/** Of why the shop is closed, on its page and in the API. */
export const MAX_CLOSED_REASON_LETTERS = 100
