import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'

export const loader = ({ request }: { request: Request }) => requireKiosk(request)

export async function action({ request }: { request: Request }) {
	const form = await readForm(request)
	return requireKiosk(request, form)
}
