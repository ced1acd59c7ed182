import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { loginPath } from '#app/http/return-path.ts'

/** Serves every address of `membersOnlyPaths` (see routes.ts). */
export function loader({ request }: LoaderFunctionArgs) {
	throw redirect(loginPath(new URL(request.url)))
}
