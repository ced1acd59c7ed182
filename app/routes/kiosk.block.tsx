import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { blockPageAddress } from '#app/domain/booking/desk/day-address.ts'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import { blockFormSchema, unblockFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { blockTimes, unblockTime } from '#app/flows/booking/block-time.server.ts'
import { done, invalid } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk, refusedAct } from '#app/http/kiosk-act.server.ts'
import { type Kiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { type CivilDate, isCivilDate, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { shortDateLabel, stretchLabelAt } from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import { contentId, newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = unlisted('Block time')

const fields = ['blockDate', 'blockFrom', 'blockTo', 'blockReason'] as const
const constraints = fieldConstraints(blockFormSchema, fields)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const requested = new URL(request.url).searchParams.get('date')
	const [key, day, ahead] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.dayOfShop(kiosk.caller, {
			date: requested !== null && isCivilDate(requested) ? requested : null,
			now: kiosk.now,
			after: null,
			limit: 1,
		}),
		context.booking.appointmentViews.blocksAhead(kiosk.caller, kiosk.now),
	])
	const zone = key.shop.timeZone
	const today = civilAt(zone, kiosk.now).date
	const date = day.shop?.date ?? today
	return kiosk.pageData({
		days: dayLinks(date, today, (other) => blockPageAddress(other, today)),
		otherDays: blockedDays(ahead, zone)
			.filter((other) => other !== date)
			.map((other) => ({ to: blockPageAddress(other, today), label: shortDateLabel(other) })),
		dateLabel: shortDateLabel(date),
		staff: day.staff.map(({ staffMemberId, name }) => ({ id: staffMemberId, name })),
		blocks: day.blocks.map(({ blockId, staffName, startsAt, endsAt, reason }) => ({
			id: blockId,
			text: `${staffName}, ${stretchLabelAt(zone, startsAt, endsAt)}`,
			reason,
		})),
		act: newId(),
		constraints,
	})
}

const MOST_OTHER_DAYS = 14

/** The next days on which a blocked time begins, each once. */
function blockedDays(starts: readonly Instant[], zone: string): CivilDate[] {
	return [...new Set(starts.map((startsAt) => civilAt(zone, startsAt).date))].slice(0, MOST_OTHER_DAYS)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const form = await readForm(request)
	return form.has('block') ? unblock(form, { kiosk, request, context }) : block(form, { kiosk, context })
}

type Posted = Pick<ActionFunctionArgs, 'request' | 'context'> & { kiosk: Kiosk }

/** Blocks the time of one or several people. */
async function block(form: FormData, { kiosk, context }: Omit<Posted, 'request'>) {
	const submission = parseWithZod(form, { schema: blockFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const key = await kiosk.opened()
	const { act: pageAct, staff: sent, blockDate, blockFrom, blockTo, blockReason = '' } = submission.value
	const staff = [...new Set(sent)]
	const zone = key.shop.timeZone
	const startsAt = instantOf(zone, blockDate, blockFrom) ?? 0
	// As an end, '12:00 AM' is the midnight after that day.
	const endsAt = instantOf(zone, blockDate, blockTo || MINUTES_PER_DAY) ?? 0
	const action = ['block', staff.join(' '), startsAt, endsAt, blockReason] as const
	const summary = `${shortDateLabel(blockDate)}, ${stretchLabelAt(zone, startsAt, endsAt)}`
	const blocked = await actAtKiosk(context, { key, pageAct, action, now }, async ({ actId, actOf }) =>
		blockTimes(context, {
			people: await Promise.all(
				staff.map(async (staffMemberId) => ({
					// Each id derives from the act's id, so a repeated post blocks nothing more.
					blockId: staff.length === 1 ? actId : await contentId(JSON.stringify([actId, staffMemberId])),
					staffMemberId,
				})),
			),
			shopId: key.shop.id,
			startsAt,
			endsAt,
			reason: blockReason,
			now,
			alongside: actOf({ kind: 'time_blocked', subjectId: actId, summary }),
		}),
	)
	if (blocked !== 'act_done_already' && !blocked.ok)
		return refusedAct(blocked.refusal, appointmentWording, { result: submission.reply() })
	return done(context, `/kiosk/block?date=${blockDate}`, {
		flash: { title: 'Blocked', description: 'No one can book this time.' },
	})
}

async function unblock(form: FormData, { kiosk, request, context }: Posted) {
	const submission = parseWithZod(form, { schema: unblockFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const key = await kiosk.opened()
	const { act: pageAct, block: blockId } = submission.value
	const action = ['unblock', blockId] as const
	const freed = await actAtKiosk(context, { key, pageAct, action, now }, ({ actOf }) =>
		unblockTime(context, {
			shopId: key.shop.id,
			blockId,
			alongside: actOf({ kind: 'time_unblocked', subjectId: blockId, summary: 'Blocked time' }),
			now,
		}),
	)
	if (freed !== 'act_done_already' && !freed.ok) return refusedAct(freed.refusal, appointmentWording)
	const { pathname, search } = new URL(request.url)
	return done(context, pathname + search, {
		flash: { title: 'Unblocked', description: 'This time can be booked again.' },
	})
}

export default function BlockTime() {
	const { days, otherDays, dateLabel, staff, blocks, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { blockDate: days.date }, constraints)
	return (
		<KioskPage
			title="Block time"
			subtitle={dateLabel}
			section="More"
			back={{ to: '/kiosk/more', label: 'More' }}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['staff', ...Object.keys(constraints)]} />
			<DayNavigation days={days} page="/kiosk/block" />
			<div className="two">
				<section>
					<h2>Blocked on {dateLabel}</h2>
					{blocks.length === 0 && <p className="soft">Nothing is blocked.</p>}
					{blocks.map(({ id, text, reason }) => (
						<Card key={id} className="mb-4">
							<KioskForm act={act}>
								<p>
									<b className="num">{text}</b>
									<br />
									<span className="soft">{reason}</span>
								</p>
								<SubmitButton variant="quiet" size="small" name="block" value={id} busyLabel="Unblocking…">
									Unblock<span className="sr">: {text}</span>
								</SubmitButton>
							</KioskForm>
						</Card>
					))}
					{otherDays.length > 0 && (
						<>
							<h2>Blocked on other days</h2>
							<nav className="bar" aria-label="Other days with blocked time">
								{otherDays.map(({ to, label }) => (
									<ChipLink key={to} to={to}>
										{label}
									</ChipLink>
								))}
							</nav>
						</>
					)}
				</section>
				<KioskForm act={act} className="form" key={act}>
					<h2>Block a time</h2>
					<ChoiceField field={form.field('staff')} legend="Whose time?">
						{staff.map(({ id, name }) => (
							<OptionRow
								key={id}
								type="checkbox"
								name="staff"
								value={id}
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
				</KioskForm>
			</div>
		</KioskPage>
	)
}
