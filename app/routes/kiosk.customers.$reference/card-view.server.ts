import { cardAddress, customersLine } from '#app/domain/booking/customer/customers-line.server.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { howFarUsed } from '#app/domain/subscriptions/entry-allowance.ts'
import { weekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { subscriptionStateWords } from '#app/domain/subscriptions/subscription-words.ts'
import type { CustomerCard } from '#app/flows/booking/customer-card.server.ts'
import { lastDayShortLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { formatNaira } from '#app/kernel/money.ts'

const countWords = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

export function customerCardView(card: CustomerCard, referenceNumber: string, now: Instant) {
	const {
		key: { shop },
		customer,
		appointments,
		next,
		spentKobo,
	} = card
	const { completed, ahead, missed, cancelled } = customer.appointments
	const toLine = (appointment: CustomerCard['appointments'][number]) =>
		customersLine(appointment, shop.timeZone, now)
	const isAhead = ({ status, endsAt }: CustomerCard['appointments'][number]) =>
		endsAt > now && (status === 'SCHEDULED' || status === 'CONFIRMED')
	return {
		shopName: shop.name,
		name: customerName(customer),
		phone: customer.phone,
		email: customer.email,
		hasAccount: customer.userId !== null,
		isOwn: customer.isOfSignedIn,
		facts: [
			{ name: 'Visits', value: String(completed) },
			...(ahead > 0 ? [{ name: 'Booked', value: String(ahead) }] : []),
			{ name: 'No-shows', value: String(missed) },
			...(cancelled > 0 ? [{ name: 'Cancelled', value: String(cancelled) }] : []),
			{ name: 'Spent here', value: formatNaira(spentKobo) },
		],
		programs: card.standings.map(
			({ kind, name, visitsCount, visitsRequired, cashbackKobo, rewardsReady }) => ({
				name,
				about: [
					kind === 'cashback'
						? `${formatNaira(cashbackKobo ?? 0)} cashback`
						: `${visitsCount}/${visitsRequired ?? 0} visits`,
					...(rewardsReady > 0 ? [`${countWords(rewardsReady, 'reward')} ready`] : []),
				].join(' · '),
			}),
		),
		plans: card.periods.map(({ id, title, weeks, ...period }) => {
			const state = subscriptionState(period, now)
			const { label: word, tone } = subscriptionStateWords[state]
			const entriesUsedInWeek = weeks[String(weekStartsAt(shop.timeZone, now))] ?? 0
			const until = `until ${lastDayShortLabel(shop.timeZone, period.endsAt)}`
			const isOver = state === 'expired' || state === 'cancelled'
			return {
				id,
				title,
				word,
				tone,
				about: isOver ? until : `${howFarUsed({ ...period, entriesUsedInWeek })} · ${until}`,
			}
		}),
		ahead: appointments.filter(isAhead).reverse().map(toLine),
		earlier: appointments.filter((appointment) => !isAhead(appointment)).map(toLine),
		earlierStill: next && cardAddress(referenceNumber, writePlace(next)),
		book: `/kiosk/book?client=${customer.clientId}`,
	}
}

export type CustomerCardView = ReturnType<typeof customerCardView>
