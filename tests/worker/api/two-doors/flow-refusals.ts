import { replyToReview } from '#app/flows/booking/reviews.server.ts'
import {
	changeAddOn,
	changeService,
	changeStaff,
	createAddOn,
	createService,
	createStaff,
} from '#app/flows/shop/change-catalogue.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import {
	changeDaysOff,
	changeHours,
	changeSchedule,
	closeDays,
	openDay,
} from '#app/flows/shop/change-hours.server.ts'
import {
	changeMilestone,
	changeProgram,
	changePromo,
	createMilestone,
	createProgram,
	createPromo,
} from '#app/flows/shop/change-promotions.server.ts'
import {
	callOffOwnSession,
	changeCapacity,
	changePlan,
	createPlan,
	createSeries,
	createSession,
} from '#app/flows/subscriptions/change-plans.server.ts'

// biome-ignore lint/complexity/noBannedTypes: a flow of any kind, whose source is read.
type Flow = Function

/** The flow of each change of the shop's offer, which its page runs too. Those of visits are proved by types. */
const flows: Record<string, Flow> = {
	'PATCH /shop': changeDetails,
	'POST /services': createService,
	'PATCH /services/{id}': changeService,
	'POST /add-ons': createAddOn,
	'PATCH /add-ons/{id}': changeAddOn,
	'POST /staff': createStaff,
	'PATCH /staff/{id}': changeStaff,
	'PUT /hours': changeHours,
	'PUT /closed-days/{date}': closeDays,
	'DELETE /closed-days/{date}': openDay,
	'PUT /staff/{id}/schedule': changeSchedule,
	'PUT /staff/{id}/days-off/{date}': changeDaysOff,
	'DELETE /staff/{id}/days-off/{date}': changeDaysOff,
	'POST /plans': createPlan,
	'PATCH /plans/{id}': changePlan,
	'POST /sessions': createSession,
	'PATCH /sessions/{id}': changeCapacity,
	'POST /sessions/{id}/call-off': callOffOwnSession,
	'POST /sessions/series': createSeries,
	'POST /promo-codes': createPromo,
	'PATCH /promo-codes/{id}': changePromo,
	'POST /programs': createProgram,
	'PATCH /programs/{id}': changeProgram,
	'POST /programs/{id}/milestones': createMilestone,
	'PUT /programs/{id}/milestones/{milestoneId}': changeMilestone,
	'PUT /reviews/{id}/reply': replyToReview,
	'DELETE /reviews/{id}/reply': replyToReview,
}

/** The codes that the flow of a call names itself; none for a call of another kind. */
export function codesNamedBy(call: string): string[] {
	return [...String(flows[call] ?? '').matchAll(/refused\)?\(["'](\w+)["']\)/g)].map(([, code = '']) => code)
}
