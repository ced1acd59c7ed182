import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { chooseStaff } from '#app/flows/choose-staff.server.ts'
import { holdSlot } from '#app/flows/hold-slot.server.ts'
import { offerOtherTimes } from '#app/flows/offer-other-times.server.ts'
import { readTimes } from '#app/flows/read-times.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { readInstant } from '#app/http/read-instant.server.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { BookingConflict } from '#app/ui/booking-conflict.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { DateStrip } from '#app/ui/date-strip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { SlotGrid } from '#app/ui/slot-grid.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { timesView } from './times-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [{ title: pageTitle('Choose a time') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw redirect('/booking/service-selection?restart')
	const times = await readTimes(context, {
		draftId,
		wishedFrom: searchParams.get('from'),
		wishedDate: searchParams.get('date'),
		now: context.now(),
	})
	if (!times.ok)
		throw redirect(
			times.refusal === 'booked' ? '/booking/confirmation' : '/booking/service-selection?restart',
		)
	return timesView(times.value)
}

/** Holds the chosen time, with another member of staff when the conflict screen offered one. */
export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) return redirect('/booking/service-selection?restart')
	const now = context.now()
	const startsAt = readInstant(form.get('startsAt'))
	if (startsAt === null)
		return data({ ...bookingRefusals.missing_date_time, offer: null, startsAt }, { status: 422 })

	const staff = readId(form.get('staff'))
	const restaffed = staff === null ? null : await chooseStaff(context, { draftId, position: 0, staff, now })
	const held =
		restaffed?.ok === false
			? restaffed
			: await holdSlot(context, { draftId, startsAt, networkKey: context.networkKey, now })
	if (held.ok) return redirect('/booking/checkout')
	if (held.refusal === 'session_error') return redirect('/booking')
	const refusal = bookingRefusals[held.refusal]
	const offer =
		refusal.status === 409 ? await offerOtherTimes(context, { draftId, wishedStartAt: startsAt, now }) : null
	return data({ ...refusal, offer, startsAt }, { status: refusal.status })
}

export default function TimeSelection() {
	const times = useLoaderData<typeof loader>()
	const refusal = useActionData<typeof action>()
	// A fresh answer, or another day, brings its own choice.
	const key = `${times.chosenDate} ${times.chosenStartAt}`
	return (
		<Page>
			{refusal?.offer ? (
				<BookingConflict {...refusal} />
			) : (
				<TimeForm key={key} times={times} refusal={refusal} />
			)}
		</Page>
	)
}

type TimeFormProps = {
	times: ReturnType<typeof useLoaderData<typeof loader>>
	/** Why the time that was just sent is not kept, when other times are no answer to it. */
	refusal: ReturnType<typeof useActionData<typeof action>>
}

function TimeForm({ times, refusal }: TimeFormProps) {
	const isHydrated = useHydrated()
	const offered = times.groups.flatMap((group) => group.slots.filter((slot) => slot.state === 'free'))
	const chosenStartAt = refusal?.startsAt ? String(refusal.startsAt) : times.chosenStartAt
	const [hasChosen, setHasChosen] = useState(offered.some((slot) => slot.value === chosenStartAt))
	return (
		<>
			<PageHeader
				title="When suits you?"
				back={{ to: '/booking/staff-selection', label: 'Staff' }}
				step={3}
				subtitle={times.shopName}
			/>
			{refusal && (
				<Notice tone="error" role="alert" title={refusal.title} className="mb-4">
					{refusal.text}
				</Notice>
			)}
			<DateStrip days={times.days} chosenDate={times.chosenDate} />
			<div className="row justify-between text-sm">
				{times.previousTo ? (
					<Link to={times.previousTo} className="tap" preventScrollReset>
						Previous 7 days
					</Link>
				) : (
					<span />
				)}
				{times.nextTo && (
					<Link to={times.nextTo} className="tap" preventScrollReset>
						Next 7 days
					</Link>
				)}
			</div>
			{times.chosenDate === null ? (
				<EmptyState icon="clock" title="No available times for this date.">
					Every day shown is full or closed.{' '}
					{times.nextTo ? 'Please look at the next 7 days.' : 'Please choose somebody else.'}
				</EmptyState>
			) : (
				<Form method="post" className="fill" onChange={() => setHasChosen(true)}>
					<p className="sr" role="status">
						Times for {times.chosenLabel}
					</p>
					{times.groups.map(({ legend, slots }) => (
						<SlotGrid
							key={legend}
							legend={legend}
							name="startsAt"
							slots={slots}
							chosenValue={chosenStartAt}
						/>
					))}
					<ActionBar summary={`${times.summary} · ${times.place} time`}>
						<SubmitButton busyLabel="Keeping your time…" disabled={isHydrated && !hasChosen}>
							Continue to Checkout
						</SubmitButton>
					</ActionBar>
				</Form>
			)}
		</>
	)
}
