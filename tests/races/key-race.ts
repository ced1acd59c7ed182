import type { ApiRequest } from '#tests/support/shop-api.ts'

/** Requests of shops' programs, each to the Worker that it names. */
export type KeyRace = { acts: (ApiRequest & { target: string })[] }
