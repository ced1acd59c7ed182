import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'

/** Some older links lead here (D18). */
export function loader({ request }: LoaderFunctionArgs) {
	throw redirect(`/login${new URL(request.url).search}`)
}
