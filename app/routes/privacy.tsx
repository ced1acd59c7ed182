import type { MetaFunction } from '@remix-run/cloudflare'
import { useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root.tsx'
import { brandName, pageTitle } from '#app/ui/brand.tsx'
import { ProsePage } from '#app/ui/prose-page.tsx'

export const meta: MetaFunction = () => [
	{ title: pageTitle('Privacy') },
	{ name: 'description', content: 'What we keep about you, why, for how long, and how you have it deleted.' },
]

export default function Privacy() {
	const contact = useRouteLoaderData<typeof rootLoader>('root')?.supportContact
	return (
		<ProsePage title="Privacy">
			<p>{brandName} keeps what a booking needs, and nothing to follow you around with.</p>
			<h2>What we keep</h2>
			<p>
				Your name, e-mail and phone number, as you typed them at checkout, and the visits that you booked.
				What you choose before you confirm is kept for 24 hours, then deleted.
			</p>
			<h2>Who sees it</h2>
			<p>
				The shop that you booked with, so that it can expect and call you. No one else. We never sell your
				data.
			</p>
			<h2>Notifications</h2>
			<p>Only if you turn them on after a booking. Your browser’s maker brings them, and cannot read them.</p>
			<h2>Cookies</h2>
			<p>
				Small ones that the pages need: which booking is yours, and the last message to show you. No
				advertising, no tracking, no other company's scripts.
			</p>
			<h2>Your location</h2>
			<p>Only if you share it, and only to show how far away a shop is.</p>
			<h2>Your rights</h2>
			<p>
				You may ask what we keep about you, and have it corrected or deleted, as the Nigeria Data Protection
				Act gives you the right to.{' '}
				{contact ? `Write to ${contact}.` : 'Ask the shop that you booked with, or us.'}
			</p>
		</ProsePage>
	)
}
