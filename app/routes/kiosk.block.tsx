import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { visitWording } from '#app/domain/booking/visit-wording.ts'
import { blockFormSchema, unblockFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { blockTime, unblockTime } from '#app/flows/shop/block-time.server.ts'
import { writingDown } from '#app/flows/shop/writing-down.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actIdOf, onceAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { isCivilDate } from '#app/kernel/civil.ts'
import { clockLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChoiceField } from '#app/ui/form/choice-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { kioskMeta } from '#app/ui/kiosk/kiosk-meta.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this page',
}

export const meta: MetaFunction = () => kioskMeta('Block time')

const fields = ['blockDate', 'blockFrom', 'blockTo', 'blockReason'] as const
const constraints = fieldConstraints(blockFormSchema, fields)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const asked = new URL(request.url).searchParams.get('date')
	const [key, day] = await Promise.all([
		kiosk.opened(),
		context.shopVisits.day(kiosk.caller, {
			date: asked !== null && isCivilDate(asked) ? asked : null,
			now: kiosk.now,
			after: null,
			limit: 1,
		}),
	])
	const zone = key.shop.timeZone
	const nameOf = (id: string) => day.staff.find(({ staffMemberId }) => staffMemberId === id)?.name ?? ''
	const date = day.shop?.date ?? civilAt(zone, kiosk.now).date
	return data(
		{
			date,
			dateLabel: shortDateLabel(date),
			staff: day.staff.map(({ staffMemberId, name }) => ({ id: staffMemberId, name })),
			blocks: day.blocks.map(({ blockId, staffMemberId, startsAt, endsAt, reason }) => ({
				id: blockId,
				text: `${nameOf(staffMemberId)}, ${clockLabelAt(zone, startsAt)} – ${clockLabelAt(zone, endsAt)}`,
				reason,
			})),
			act: newId(),
			constraints,
		},
		{ headers: kiosk.headers },
	)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	return form.has('block') ? unblock(form, { request, context }) : block(form, { request, context })
}

type Asked = Pick<ActionFunctionArgs, 'request' | 'context'>

/** Keeps a stretch of somebody's time free of bookings. */
async function block(form: FormData, { request, context }: Asked) {
	const submission = parseWithZod(form, { schema: blockFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const kiosk = requireKiosk(request, context)
	const { now } = kiosk
	const key = await kiosk.opened()
	const { act, staff, blockDate, blockFrom, blockTo, blockReason = '' } = submission.value
	const zone = key.shop.timeZone
	const startsAt = instantOf(zone, blockDate, blockFrom) ?? 0
	const endsAt = instantOf(zone, blockDate, blockTo) ?? 0
	const actId = await actIdOf(key, act, 'block', staff, startsAt, endsAt, blockReason)
	const writeBatch = writingDown(context, {
		id: actId,
		requestId: context.requestId,
		shopId: key.shop.id,
		keyId: key.keyId,
		kind: 'time_blocked',
		subjectId: actId,
		summary: `${shortDateLabel(blockDate)}, ${clockLabelAt(zone, startsAt)} – ${clockLabelAt(zone, endsAt)}`,
		now,
	})
	const blocked = await onceAtKiosk(context, actId, () =>
		blockTime(
			{ ...context, writeBatch },
			{
				blockId: actId,
				shopId: key.shop.id,
				staffMemberId: staff,
				startsAt,
				endsAt,
				reason: blockReason,
				now,
			},
		),
	)
	if (blocked !== 'act_done_already' && !blocked.ok) {
		const { refusal } = blocked
		return refusedBy(isRetryable(refusal) ? kioskWords[refusal] : visitWording(refusal), {
			result: submission.reply(),
		})
	}
	return done(context, `/kiosk/block?date=${blockDate}`, {
		flash: { title: 'Blocked', description: 'No one can book this time.' },
	})
}

/** It can be booked again. */
async function unblock(form: FormData, { request, context }: Asked) {
	const submission = parseWithZod(form, { schema: unblockFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const kiosk = requireKiosk(request, context)
	const { now } = kiosk
	const key = await kiosk.opened()
	const { act, block: blockId } = submission.value
	const actId = await actIdOf(key, act, 'unblock', blockId)
	const writeBatch = writingDown(context, {
		id: actId,
		requestId: context.requestId,
		shopId: key.shop.id,
		keyId: key.keyId,
		kind: 'time_unblocked',
		subjectId: blockId,
		summary: 'Blocked time',
		now,
	})
	const freed = await onceAtKiosk(context, actId, () =>
		unblockTime({ ...context, writeBatch }, { shopId: key.shop.id, blockId, now }),
	)
	if (freed !== 'act_done_already' && !freed.ok) {
		const { refusal } = freed
		return refusedBy(isRetryable(refusal) ? kioskWords[refusal] : visitWording(refusal))
	}
	const { pathname, search } = new URL(request.url)
	return done(context, pathname + search, {
		flash: { title: 'Free again', description: 'This time can be booked.' },
	})
}

/** Blocks time of somebody, and frees it. */
export default function BlockTime() {
	const { date, dateLabel, staff, blocks, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { blockDate: date }, constraints)
	return (
		<KioskPage
			title="Block time"
			subtitle={dateLabel}
			section="More"
			back={{ to: '/kiosk/more', label: 'More' }}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['staff', ...Object.keys(constraints)]} />
			<div className="two">
				<Form method="post" className="form" key={act}>
					<input type="hidden" name="act" value={act} />
					<ChoiceField field={form.field('staff')} legend="Whose time?">
						{staff.map(({ id, name }) => (
							<OptionRow
								key={id}
								type="radio"
								name="staff"
								value={id}
								required
								defaultChecked={form.isChosen('staff', id)}
								title={name}
							/>
						))}
					</ChoiceField>
					<TextField field={form.field('blockDate')} kind="date" label="Day" />
					<TextField field={form.field('blockFrom')} kind="time" label="From" />
					<TextField field={form.field('blockTo')} kind="time" label="To" />
					<TextField
						field={form.field('blockReason')}
						kind="remark"
						label="Reason"
						hint="Only staff see this."
						enterKeyHint="done"
					/>
					<SubmitButton busyLabel="Blocking…">Block</SubmitButton>
				</Form>
				<section>
					<h2>Blocked on {dateLabel}</h2>
					{blocks.length === 0 && <p className="soft">Nothing is blocked.</p>}
					{blocks.map(({ id, text, reason }) => (
						<Card key={id} className="mb-4">
							<Form method="post">
								<input type="hidden" name="act" value={act} />
								<p>
									<b className="num">{text}</b>
									<br />
									<span className="soft">{reason}</span>
								</p>
								<SubmitButton variant="quiet" size="small" name="block" value={id} busyLabel="Freeing…">
									Free this time<span className="sr">: {text}</span>
								</SubmitButton>
							</Form>
						</Card>
					))}
				</section>
			</div>
		</KioskPage>
	)
}
