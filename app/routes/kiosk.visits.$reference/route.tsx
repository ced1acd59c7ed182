import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { nameOf } from '#app/domain/booking/shop-day-view.server.ts'
import { visitWording } from '#app/domain/booking/visit-wording.ts'
import { visitFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actIdOf, onceAtKiosk } from '#app/http/kiosk-act.server.ts'
import { kioskPath, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { kioskMeta } from '#app/ui/kiosk/kiosk-meta.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { doWithVisit, visitIntents } from './do-with-visit.server.ts'
import { VisitDeeds } from './visit-deeds.tsx'
import { VisitFacts } from './visit-facts.tsx'
import { VisitProblem } from './visit-problem.tsx'
import { visitView } from './visit-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this visit',
}

export const meta: MetaFunction = () => kioskMeta('Visit')

/** What the one field that is typed into asks for. */
const answerConstraints = fieldConstraints(visitFormSchema, ['answer'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers } = kiosk
	const [key, visit, day, offers] = await Promise.all([
		kiosk.opened(),
		context.shopVisits.visit(caller, readId(params.reference) ?? '', now),
		context.shopVisits.day(caller, { date: null, now, after: null, limit: 400 }),
		context.shopOffers.servicesOf(caller),
	])
	if (!visit) return data({ visit: null, act: '', answerConstraints }, { status: 404, headers })
	const view = visitView({ visit, day, offers, zone: key.shop.timeZone }, now)
	return data({ visit: view, act: newId(), answerConstraints }, { headers })
}

/** Does what a button says, at the visit's own page or at the list; an undone message sends its one field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const undo = form.get('undo')
	if (undo !== null) {
		form.set('intent', 'undo')
		form.set('act', undo)
	}
	const submission = parseWithZod(form, { schema: visitFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const kiosk = requireKiosk(request, context)
	const { caller, now } = kiosk
	const [key, visit] = await Promise.all([
		kiosk.opened(),
		context.shopVisits.visit(caller, readId(params.reference) ?? '', now),
	])
	if (!visit) return refusedBy(visitWording('visit_not_found'))
	const { intent, act: pageAct, staff = '', answer = '', back = null } = submission.value
	const actId = await actIdOf(key, pageAct, intent, visit.reference, staff || answer)
	const did = await onceAtKiosk(context, actId, () =>
		doWithVisit(context, { key, visit, intent, actId, staffMemberId: staff, answer, now }),
	)
	if (did !== 'act_done_already' && !did.ok) {
		const { refusal } = did
		return refusedBy(isRetryable(refusal) ? kioskWords[refusal] : visitWording(refusal))
	}
	const { done: title, canUndo } = visitIntents[intent]
	const page = `/kiosk/visits/${visit.reference}`
	return done(context, back === null && intent !== 'undo' ? page : kioskPath(back), {
		flash: {
			title,
			description: `${nameOf(visit.customer)}, ${clockLabelAt(key.shop.timeZone, visit.startsAt)}`,
			undo: canUndo && { page, name: 'undo', value: newId() },
		},
	})
}

/** One visit, and what the shop does with it. */
export default function KioskVisit() {
	const { visit, act, answerConstraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const back = { to: '/kiosk', label: 'Back to the list' }
	if (!visit)
		return (
			<KioskPage title="Visit" section="Today" back={back}>
				<EmptyState
					title="No visit with this reference"
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to the list
						</ButtonLink>
					}
				/>
			</KioskPage>
		)
	return (
		<KioskPage title={visit.name} subtitle={visit.when} section="Today" back={back}>
			<RefusalNotice refusal={answer?.refusal} />
			<p className="bar">
				<Tag tone={visit.state.tone === 'marigold' ? undefined : visit.state.tone}>{visit.state.word}</Tag>
				{visit.tags.map((tag) => (
					<Tag key={tag}>{tag}</Tag>
				))}
				{visit.due && visit.isOpen && <Tag tone="plain">{visit.due} to pay</Tag>}
			</p>
			<div className="two">
				<VisitDeeds visit={visit} act={act} />
				<VisitFacts visit={visit} />
			</div>
			{visit.problem && (
				<VisitProblem
					problem={visit.problem}
					act={act}
					form={formState(answer?.result, {}, answerConstraints)}
				/>
			)}
		</KioskPage>
	)
}
