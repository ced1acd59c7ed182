import { redirect } from '@remix-run/cloudflare'

/** Password managers open this address (W3C). A mailed link changes the password. */
export function loader() {
	return redirect('/forgot-password?change', 303)
}
