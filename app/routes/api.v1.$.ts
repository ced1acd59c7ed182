import { answerCall } from '#app/api/answer-call.server.ts'

/** The shop's API: `shop-calls.server.ts` lists its calls, and all else is answered with a problem. */
export const loader = answerCall
/** Changes come as actions. */
export const action = answerCall
