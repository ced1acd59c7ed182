import { type ShopVisit, type VisitRefusal, visitRefusalWords } from '#app/domain/booking/close-visit.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Called, RefusedCall } from './shop-call.server.ts'

const notFound: readonly VisitRefusal[] = ['visit_not_found', 'block_not_found']
const codes = Object.keys(visitRefusalWords) as VisitRefusal[]

/** The status of each refusal of a change of a visit. */
export const visitRefusals: Record<string, 404 | 409> = Object.fromEntries(
	codes.map((code) => [code, notFound.includes(code) ? 404 : 409]),
)

/** A refusal of a visit's flow, as a program reads it. */
export function visitRefused(
	code: VisitRefusal | WriteFailure,
	more?: RefusedCall['more'],
): { ok: false; refusal: RefusedCall } {
	return refused({ code, text: isRetryable(code) ? '' : visitRefusalWords[code], ...(more && { more }) })
}

type VisitCalled = Called<{ reference: string }, unknown, unknown>

/** A change of the visit of the address: what its flow gives, as `toBody` says it. */
export async function changeVisit<Value, Body>(
	{ caller, context, params, shopId, now, writing }: VisitCalled,
	kind: ShopActKind,
	change: (
		deps: VisitCalled['context'],
		visit: ShopVisit,
	) => Promise<Outcome<Value, VisitRefusal | WriteFailure>>,
	toBody: (value: Value, reference: string) => Body,
): Promise<Outcome<Body, RefusedCall>> {
	const { reference } = params
	// Asked for beside the flow's own reads: what the act says costs no trip.
	const act = context.shopVisits.visit(caller, reference, now).then((visit) => ({
		kind,
		subjectId: visit?.appointmentId ?? reference,
		summary: [reference, ...(visit?.services.map(({ name }) => name) ?? [])].join(', '),
	}))
	const outcome = await change(writing(act), { shopId, reference, now })
	return outcome.ok ? accepted(toBody(outcome.value, reference)) : visitRefused(outcome.refusal)
}
