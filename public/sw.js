// Shows push messages and opens what they tell of. It answers no request and keeps nothing.
self.addEventListener('push', (event) => {
	const { title, body, tag, path } = event.data.json()
	event.waitUntil(
		self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path }),
	)
})

self.addEventListener('notificationclick', (event) => {
	event.notification.close()
	const url = new URL(event.notification.data, location.origin)
	if (url.origin === location.origin) event.waitUntil(clients.openWindow(url.href))
})
