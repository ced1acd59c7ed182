import type { AppLoadContext } from '@remix-run/cloudflare'
import type { VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { ShownVisit } from '#app/domain/booking/shop-visit-repository.server.ts'
import { UNDO_WITHIN_MS } from '#app/domain/booking/shop-visit-words.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { answerProblem } from '#app/flows/shop/answer-problem.server.ts'
import { completeVisit, missVisit, undoVisit } from '#app/flows/shop/close-visit.server.ts'
import { confirmVisit } from '#app/flows/shop/confirm-visit.server.ts'
import { handOverVisit } from '#app/flows/shop/hand-over-visit.server.ts'
import { markArrived } from '#app/flows/shop/mark-arrived.server.ts'
import { markTransferPaid } from '#app/flows/shop/mark-transfer-paid.server.ts'
import { writingDown } from '#app/flows/shop/writing-down.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

export type VisitIntent =
	| 'arrive'
	| 'complete'
	| 'complete-unpaid'
	| 'miss'
	| 'undo'
	| 'confirm'
	| 'hand-over'
	| 'transfer-paid'
	| 'answer-problem'

/** What is written down, and what the message says. */
export const visitIntents: Record<VisitIntent, { kind: ShopActKind; done: string; canUndo?: true }> = {
	arrive: { kind: 'visit_arrived', done: 'Arrived' },
	complete: { kind: 'visit_completed', done: 'Completed', canUndo: true },
	'complete-unpaid': { kind: 'visit_completed', done: 'Completed, not paid', canUndo: true },
	miss: { kind: 'visit_missed', done: 'Marked as no-show', canUndo: true },
	undo: { kind: 'visit_undone', done: 'Undone: the visit is open again' },
	confirm: { kind: 'visit_confirmed', done: 'Confirmed' },
	'hand-over': { kind: 'visit_handed_over', done: 'Handed over' },
	'transfer-paid': { kind: 'transfer_paid', done: 'Transfer marked as paid' },
	'answer-problem': { kind: 'problem_answered', done: 'Answered' },
}

type Asked = {
	key: AccessKey & { ownUserId: string | null }
	visit: ShownVisit
	intent: VisitIntent
	actId: string
	staffMemberId: string
	answer: string
	now: Instant
}

/** Does one thing with a visit and writes it down. */
export function doWithVisit(
	context: AppLoadContext,
	{ key, visit, intent, actId, staffMemberId, answer, now }: Asked,
): Promise<Outcome<unknown, VisitRefusal | WriteFailure>> {
	const { appointmentId, reference, services } = visit
	const deps = {
		...context,
		writeBatch: writingDown(context, {
			id: actId,
			requestId: context.requestId,
			shopId: key.shop.id,
			keyId: key.keyId,
			kind: visitIntents[intent].kind,
			subjectId: appointmentId,
			summary: `${reference}, ${services.map(({ name }) => name).join(', ')}`,
			now,
		}),
	}
	const asked = { shopId: key.shop.id, reference, ownUserId: key.ownUserId, now }
	switch (intent) {
		case 'arrive':
			return markArrived(deps, asked)
		case 'complete':
			return completeVisit(deps, { ...asked, isPaid: true })
		case 'complete-unpaid':
			return completeVisit(deps, { ...asked, isPaid: false })
		case 'miss':
			return missVisit(deps, asked)
		case 'undo':
			return undoVisit(deps, { ...asked, withinMs: UNDO_WITHIN_MS })
		case 'confirm':
			return confirmVisit(deps, asked)
		case 'hand-over':
			return handOverVisit(deps, { ...asked, staffMemberId })
		case 'transfer-paid':
			return markTransferPaid(deps, asked)
		case 'answer-problem':
			return answerProblem(deps, { ...asked, answer })
	}
}
