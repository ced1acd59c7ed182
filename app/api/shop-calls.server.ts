import { appointmentCalls } from './appointment-calls.server.ts'
import { appointmentEditCalls } from './appointment-edit-calls.server.ts'
import { blockedTimeCalls } from './blocked-time-calls.server.ts'
import { catalogueCalls } from './catalogue-calls.server.ts'
import { codeCalls } from './code-calls.server.ts'
import { customerCalls } from './customer-calls.server.ts'
import { freeTimeCalls, hoursCalls } from './hours-calls.server.ts'
import { payoutCalls, payoutStatementCalls } from './payout-calls.server.ts'
import { planCalls } from './plan-calls.server.ts'
import { promotionCalls } from './promotion-calls.server.ts'
import { reviewCalls } from './review-calls.server.ts'
import { scheduleCalls } from './schedule-calls.server.ts'
import { sessionSeriesCalls } from './session-series-calls.server.ts'
import type { ShopCall } from './shop-call.server.ts'
import { shopDetailCalls } from './shop-detail-calls.server.ts'
import { walkInCalls } from './walk-in-calls.server.ts'
import { webhookCalls } from './webhook-calls.server.ts'

/*
 * To add a call, write it with `shopCall` in its area's file, and list the area here. Dispatch, the OpenAPI document
 * and the contract tests read this list.
 * - `path` is under /api/v1; a name in braces is an id, typed in `params`.
 * - Values are snake_case, built of `api-fields.server.ts`; bodies and queries are strict objects.
 * - `handle` gives `accepted(body)` or `refused({ code, text })`. `refusals` declares each code with its status;
 * the codes of `frameProblems`, 'busy' and 'not_saved' are declared for all calls.
 * - Another shop's row is refused with 404: put `caller` or `shopId` in the WHERE.
 * - A change gives its flow `alongside: called.actOf({ kind, subjectId, summary })`: the act and its Idempotency-Key
 * stand in front of the flow's write. A created row may have the id `called.actId`.
 * - A list takes `pagedQuery` and answers `pageSchema(item)`, made by `page(…)`.
 * - The contract test needs one good request of each call, in `tests/support/api/good-requests.ts`.
 */
export const shopCalls: readonly ShopCall[] = [
	...appointmentCalls,
	...appointmentEditCalls,
	...freeTimeCalls,
	...blockedTimeCalls,
	...customerCalls,
	...shopDetailCalls,
	...catalogueCalls,
	...hoursCalls,
	...scheduleCalls,
	...planCalls,
	...sessionSeriesCalls,
	...promotionCalls,
	...reviewCalls,
	...payoutCalls,
	...payoutStatementCalls,
	...walkInCalls,
	...codeCalls,
	...webhookCalls,
]
