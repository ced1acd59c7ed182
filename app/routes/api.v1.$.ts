import { answerCall } from '#app/api/answer-call.server.ts'

/** The shop's API. `shop-calls.server.ts` lists its calls. Other requests get a problem document. */
export const loader = answerCall
/** Remix sends requests other than GET to the action. */
export const action = answerCall
