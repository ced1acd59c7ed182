import { redirect } from '@remix-run/cloudflare'

/** Where password managers send people to change a password (W3C): here through a mailed link. */
export function loader() {
	return redirect('/forgot-password?change', 303)
}
