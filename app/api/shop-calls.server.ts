import { appointmentCalls } from './appointment-calls.server.ts'
import { appointmentEditCalls } from './appointment-edit-calls.server.ts'
import { blockedTimeCalls } from './blocked-time-calls.server.ts'
import { catalogueCalls } from './catalogue-calls.server.ts'
import { codeCalls } from './code-calls.server.ts'
import { customerCalls } from './customer-calls.server.ts'
import { freeTimeCalls } from './free-time-calls.server.ts'
import { hoursCalls } from './hours-calls.server.ts'
import { payoutCalls } from './payout-calls.server.ts'
import { payoutStatementCalls } from './payout-statement-calls.server.ts'
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
 * How to add a call: write it with `shopCall` in the file of calls of its area, and name the area's list here. From
 * this list come dispatch, the OpenAPI document and the contract tests.
 *
 * - `path` is under /api/v1; a name in braces is a text shaped like an id, typed in `params`.
 * - Values are snake_case, built of `api-fields.server.ts`; bodies and queries are strict objects.
 * - `handle` gives `accepted(body)` or `refused({ code, text })`. Each code is declared in `refusals` with its status.
 *   'busy' and 'not_saved' are declared for all calls; so are 401, 403, the frame's own 400s, 413, 415, 422, 429, 500.
 * - What belongs to another shop is refused as what does not exist, with 404: ask with `caller` or `shopId` in the
 *   WHERE.
 * - A change gives its flow `alongside: called.actOf({ kind, subjectId, summary })`: the flow's write has the act in
 *   front, and its Idempotency-Key with it. A row that is made may have the id `called.actId`.
 * - A list takes `pagedQuery` and answers `pageOf(item)`, made by `page(…)`.
 * - The contract test asks for one good request of each call: a line in `tests/support/api/good-requests.ts`.
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
