import type { MetaFunction } from '@remix-run/cloudflare'
import { Link, useRouteLoaderData } from '@remix-run/react'
import { ownCookies } from '#app/http/own-cookies.ts'
import { erasePath } from '#app/kernel/booking-paths.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { brandName } from '#app/ui/brand.tsx'
import { ProsePage, pageTitle } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'

export const meta: MetaFunction = () => [
	{ title: pageTitle('Privacy') },
	{
		name: 'description',
		content: 'What we keep about you, who gets it, for how long, and how to have it deleted.',
	},
]

/** What we keep, and for how long: the purges' periods (M21). */
const kept: readonly [what: string, howLong: string][] = [
	[
		'Your bookings: name, email, phone, who is coming, your note to the shop, times, prices and how you paid',
		'as long as the shop needs its records. Your name, contact and notes are removed when you delete your account. If you booked as a guest: 2 years after the visit, or when you ask',
	],
	[
		'What a shop noted about you, such as an allergy or a hair colour formula. Only that shop reads it, and it is in the copy of your data that you download',
		'until the shop removes it, you delete your account or, as a guest, your name and contact are removed',
	],
	['Bookings you haven’t confirmed', '24 hours. With a payment that was started but not made, 30 days'],
	[
		'Payments, refunds and receipts, with the last 4 digits of a card. We never see the whole card number',
		'as long as the law requires shops to keep them',
	],
	['Your account: name, email, phone, a scrambled form of your password', 'until you delete it'],
	['Devices where you are signed in', 'until you sign out, 30 days at most'],
	['Favorites, and which messages you want', 'until you change them or delete your account'],
	[
		'Loyalty cards, cashback, rewards, referrals, plans and sessions',
		'until you delete your account. The amounts stay in the shop’s books without your name',
	],
	['Reviews', 'until you delete your account. Then their text is removed and the stars stay'],
	['Waitlists you’re on', 'until that day is over'],
	[
		'Your shop’s sign-up form: its name, address, phone and email',
		'3 days until you confirm your email, then until 30 days after we decide, 90 days at most',
	],
	['Problems you report to a shop', '2 years after they are resolved'],
	['Reviews that you report', '6 months after we decide'],
	['Notifications, and copies of emails that we sent you', '90 days'],
	['Sign-ins and security events of your account', '90 days'],
	[
		'On your phone, for when you have no internet: your next bookings with your first name, without prices or contacts',
		'until they’re over, you sign out, or 30 days without internet',
	],
	['This device’s address for notifications', 'until you turn them off, or the visit is over'],
	['Links we email you to confirm your email or set a password', 'a day after they end'],
	['A scrambled form of your network address, to stop abuse', 'hours to days, never with your name'],
]

const receivers: readonly [who: string, what: string][] = [
	['The shop you book with', 'gets your booking and contact, so it can expect you and call you'],
	[
		'Paystack',
		'takes payments. It gets your email, the amount and what you pay for. If a payment is disputed with a bank, we may give it your contact and the history of that booking or plan, for its answer to the bank',
	],
	['Our mail provider', 'delivers our emails. It gets your address and what the email says'],
	[
		'Your browser’s push service',
		'delivers notifications if you turn them on. It gets this device’s address. What they say is encrypted',
	],
	['Cloudflare', 'runs our pages. It handles all traffic to our site'],
	['The host of our database', 'stores all of the above for us'],
]

export default function Privacy() {
	const contact = useRouteLoaderData<typeof rootLoader>('root')?.supportContact
	return (
		<ProsePage title="Privacy">
			<p>{brandName} keeps what your bookings need, and nothing to track you.</p>
			<h2>What we keep, and for how long</h2>
			<Pairs pairs={kept} />
			<h2>Who gets it</h2>
			<Pairs pairs={receivers} />
			<p>No one else. We never sell your data.</p>
			<h2>Cookies</h2>
			<p>Small ones that the pages need. No advertising, no tracking, no other company’s scripts.</p>
			<Pairs pairs={ownCookies.map(({ name, purpose, lives }) => [name, `${purpose}: ${lives}`])} />
			<h2>Your location</h2>
			<p>Only if you share it, and only to show how far away a shop is. We don’t keep it.</p>
			<h2>Your rights</h2>
			<p>
				The Nigeria Data Protection Act gives you the right to see, correct and delete what we keep about you.
				With an account you do this yourself in{' '}
				<Link to="/settings" className="link">
					Settings
				</Link>
				. Booked as a guest?{' '}
				<Link to={erasePath} className="link">
					Erase your details by email
				</Link>
				. Gave no email? Ask the people below, with your booking’s reference number. For that and anything
				else, <Contact contact={contact ?? null} />
			</p>
		</ProsePage>
	)
}

/** Without our contact a guest asks the shop. */
function Contact({ contact }: { contact: string | null }) {
	if (!contact) return <>ask the shop that you booked with: its phone number is on its page.</>
	return (
		<>
			write to <SupportContact contact={contact} />.
		</>
	)
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
	return (
		<ul className="grid gap-2 text-sm">
			{pairs.map(([head, words]) => (
				<li key={head}>
					<b>{head}</b>: {words}.
				</li>
			))}
		</ul>
	)
}
