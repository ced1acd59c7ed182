import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'

/** Some links of the old app lead here: decision D18. */
export function loader({ request }: LoaderFunctionArgs) {
	throw redirect(`/login${new URL(request.url).search}`)
}
