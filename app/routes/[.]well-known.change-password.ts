import { redirect } from '@remix-run/cloudflare'

/** Where programs that keep passwords send people to change one (W3C): a new password is set through a mailed link. */
export function loader() {
	return redirect('/forgot-password?change', 303)
}
