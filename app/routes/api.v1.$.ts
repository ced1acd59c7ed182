/** The shop's API: `shop-calls.server.ts` lists its calls, and all else is answered with a problem. Changes are actions. */
export { answerCall as action, answerCall as loader } from '#app/api/answer-call.server.ts'
