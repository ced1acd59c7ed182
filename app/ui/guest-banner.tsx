import { Form, Link } from '@remix-run/react'
import { Icon } from './icon.tsx'

/** Tells guests what an account is for, until they dismiss it (M8). */
export function GuestBanner() {
	return (
		<aside aria-label="Guest">
			<Form method="post" action="/guest-banner" preventScrollReset replace className="guest-banner">
				<p>
					You're browsing as a guest. Create an account to manage your bookings and access all features.{' '}
					<Link to="/register" className="link">
						Sign Up
					</Link>
				</p>
				<button type="submit" aria-label="Dismiss">
					<Icon name="close" size={18} />
				</button>
			</Form>
		</aside>
	)
}
