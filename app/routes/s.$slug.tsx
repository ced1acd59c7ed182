import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { shopOfSlug } from '#app/http/shop-of-slug.server.ts'
import { friendCodeHeader, readLinkCode } from '#app/http/unsigned-cookies.ts'

/**
 * A shop's short address, as on its poster; it may carry a friend's code for checkout. A temporary redirect, because
 * an operator may give the name to another shop.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { id } = await shopOfSlug(context, params.slug)
	const code = readLinkCode(new URL(request.url).searchParams.get('code'))
	return redirect(`/business/${id}`, {
		status: 302,
		headers: code === null ? {} : { 'set-cookie': friendCodeHeader({ shopId: id, code }) },
	})
}

/** Never rendered. It makes the root's error page answer for an unknown name. */
export default function ShortAddress() {
	return null
}
