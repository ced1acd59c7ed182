import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { bookFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { fieldKinds } from '#app/ui/form/field-kinds.ts'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { bookByPhone } from './book-by-phone.server.ts'
import { BookingForm } from './booking-form.tsx'
import type { BookingView } from './booking-view.server.ts'
import { readBookingPage } from './read-booking-page.server.ts'
import { ServicesForm } from './services-form.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = unlisted('New booking')

const fields = ['firstName', 'lastName', 'phone', 'email', 'note', 'price', 'priceReason'] as const
const constraints = fieldConstraints(bookFormSchema, fields)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { view, search } = await readBookingPage(context, kiosk, new URL(request.url).searchParams)
	const { headers } = kiosk
	return data({ view, search, act: newId(), constraints }, { status: search.refusal?.status ?? 200, headers })
}

export const action = ({ request, context }: ActionFunctionArgs) => bookByPhone(request, context)

/** A booking on the telephone: services, a free time, the customer. */
export default function NewBooking() {
	const { view: loaded, search, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const view = answer?.offer?.view ?? loaded
	const form = formState(answer?.result, {}, constraints)
	// Without script the answer comes with reloaded data, by which the time is taken.
	const isForm = view.step === 'customer' && (view.taken === null || answer !== undefined)
	return (
		<KioskPage
			title="New booking"
			subtitle={view.step === 'services' ? view.shopName : view.what}
			section="Today"
			back={
				view.step === 'services'
					? { to: '/kiosk', label: 'Today' }
					: isForm && view.step === 'customer'
						? { to: view.otherTime, label: 'Another time' }
						: { to: view.again, label: 'Services' }
			}
		>
			{view.step === 'services' ? (
				<ServicesForm view={view} form={answer && form} refusal={answer?.refusal} />
			) : isForm && view.step === 'customer' ? (
				<BookingForm
					search={answer ? null : search}
					view={view}
					act={act}
					form={form}
					refusal={answer?.refusal}
					ways={answer?.offer?.ways ?? []}
					intent={answer?.offer?.intent ?? 'book'}
				/>
			) : (
				<FreeTimes times={view.times} more={view.more} problem={view.taken} />
			)}
		</KioskPage>
	)
}

type Times = Exclude<BookingView, { step: 'services' }>['times']

/** A day's free half-hours, and a field for any other minute. */
function FreeTimes({
	times: { dayLabel, days, kept, free, next },
	more,
	problem,
}: {
	times: Times
	more: string
	problem: string | null
}) {
	return (
		<>
			<p className="soft num mb-4">{more}</p>
			{problem && (
				<Notice tone="error" role="alert" className="mb-4" title={problem}>
					See what’s free below.
				</Notice>
			)}
			<DayNavigation days={days} page="/kiosk/book" kept={kept} />
			<h2>{dayLabel}</h2>
			{free.length === 0 ? (
				<EmptyState
					icon="calendar"
					title="No free time on this day"
					action={
						<ButtonLink to={next.to} size="small">
							See {next.label}
						</ButtonLink>
					}
				/>
			) : (
				<nav className="bar" aria-label="Free times">
					{free.map(({ label, to }) => (
						<ButtonLink key={to} to={to} variant="quiet" size="small">
							{label}
						</ButtonLink>
					))}
				</nav>
			)}
			<Form action="/kiosk/book" className="bar mt-4" key={days.date}>
				{Object.entries({ ...kept, date: days.date }).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label htmlFor="time">Another time</label>
				<input {...fieldKinds.time} id="time" name="time" enterKeyHint="go" className="input" />
				<Button type="submit" variant="quiet" size="small">
					Go
				</Button>
			</Form>
		</>
	)
}
