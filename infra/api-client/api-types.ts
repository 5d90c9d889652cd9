// The management API as its clients see it: written by `npm run api-types` from the OpenAPI document. Don't edit it.
export type paths = {
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, newest first
         * @description Returns every change made with the partner's keys or by an operator to the partner, for 400 days. Each day (UTC), the first 2,000 changes by the partner's keys and the first 2,000 by operators have an entry each; later ones are counted by operation and hour.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes-set-aside/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redrive changes that were set aside
         * @description Fix the cause first. On AWS the API isn't allowed to read them; the `wrong-state` response names the command to use.
         */
        post: operations["redriveChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a record's history
         * @description Deletes the record's events, the values of its changes, its quarantined rows and endpoints' responses to it within half an hour. Data that the source still shows stays. Repeating the call is safe.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description List event types.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event type: its JSON Schema, an example and the version that added it
         * @description Retrieve an event type: its JSON Schema, an example and the version that added it.
         */
        get: operations["getEventType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an instance's events, newest first
         * @description One page examines at most 24 hours that have events, and 2000 events or about 4 MB of events that it leaves out: it can be short or empty while `more` is true.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description Retrieve an event.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why an event did or didn't appear for a record
         * @description Explain why an event did or didn't appear for a record.
         */
        get: operations["explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feeds of an instance
         * @description One page examines at most 100 pages of records: it can be short or empty while `more` is true.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a feed
         * @description Retrieve a feed.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a feed
         * @description The feed keeps its position. A visit under way writes nothing more.
         */
        post: operations["pauseFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/quarantine/{row}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a quarantined row
         * @description Retrieve a quarantined row.
         */
        get: operations["getQuarantinedRow"];
        put?: never;
        post?: never;
        /**
         * Discard a quarantined row
         * @description Discard a quarantined row.
         */
        delete: operations["discardQuarantinedRow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/quarantine/{row}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a quarantined row
         * @description The feed's next visit reads the record again. If it can be read, it leaves quarantine and is published.
         */
        post: operations["retryQuarantinedRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/rebaseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebaseline a feed
         * @description Reads the feed as at first contact. Records found for the first time that are older than the connection are published as baseline; known records keep their history.
         */
        post: operations["rebaselineFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a feed
         * @description Continues at its position with the next tick. Also ends a backoff or parking.
         */
        post: operations["resumeFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rewind a feed
         * @description Known records aren't published again; missed changes are.
         */
        post: operations["rewindFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/filters/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a filter on stored events or a sample
         * @description Returns for each event whether a subscription with these types and this filter would receive it and, field by field, why not. Nothing is stored or sent.
         */
        post: operations["testFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instances by name
         * @description List instances by name.
         */
        get: operations["listInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an instance
         * @description Retrieve an instance.
         */
        get: operations["getInstance"];
        /**
         * Register or update an instance
         * @description Reading starts with the next tick. Absent fields keep their values; repeating the call changes nothing.
         */
        put: operations["putInstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an instance
         * @description Its feeds keep their positions. Visits under way finish.
         */
        post: operations["pauseInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/rebaseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebaseline an instance
         * @description Reads the instance as if it was just connected. Records found for the first time that are older than now are published as baseline. Known records keep their history, and their changes are published.
         */
        post: operations["rebaselineInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/removals/{source}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve removals
         * @description Feedhook reads each record once more and then publishes its removal.
         */
        post: operations["approveRemovals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/removals/{source}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss removals
         * @description No removal is published, for instance because the credentials lost access. Later losses are counted from zero.
         */
        post: operations["dismissRemovals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an instance
         * @description Continues with the next tick. Also ends parking.
         */
        post: operations["resumeInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rewind an instance
         * @description Each feed reads from further back at its next visit. Known records aren't published again; missed changes are.
         */
        post: operations["rewindInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/slowest-owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the owners that have waited longest for a visit
         * @description Returns up to ten: owners whose documents were never completely read, then those that have failed longest or were visited longest ago, then dormant ones. For an instance with more than 200 owners, only the slots that the schedule passed longest ago are searched, so the request costs the same for any number of owners.
         */
        get: operations["listSlowestOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/test-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test credentials at the source before using them
         * @description Requests a token and one page of every kind of list: about 15 requests, at 5 a second. Stores nothing. Also works for an instance that isn't registered yet.
         */
        post: operations["testCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the current key and its partner
         * @description Retrieve the current key and its partner.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operator keys, oldest first
         * @description The key given to the deployment isn't listed; change it in the deployment.
         */
        get: operations["listOperatorKeys"];
        put?: never;
        /**
         * Create an operator key
         * @description Give each person or program its own key, so that you can revoke one.
         */
        post: operations["createOperatorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an operator key
         * @description Requests with it are refused at once.
         */
        delete: operations["revokeOperatorKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners, oldest first
         * @description List partners, oldest first.
         */
        get: operations["listPartners"];
        put?: never;
        /**
         * Create a partner
         * @description A new partner has no key. Create one with `POST /v1/partners/{partner}/keys`.
         */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a partner
         * @description A partner's key reads only its own partner.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        /**
         * Delete a partner and everything it owns
         * @description Deletes its subscriptions, waiting deliveries, keys, secrets and replays. Past deliveries are no longer listed and expire after 30 days. Without `confirm` nothing is deleted, and the response (409) says what would be.
         */
        delete: operations["deletePartner"];
        options?: never;
        head?: never;
        /**
         * Update a partner (JSON merge patch)
         * @description Leaving an instance out of `instances` revokes it: its events are no longer sent, including waiting ones, and `bridge.instance_revoked` is published.
         */
        patch: operations["updatePartner"];
        trace?: never;
    };
    "/v1/partners/{partner}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a partner's alert settings and recent alerts
         * @description Retrieve a partner's alert settings and recent alerts.
         */
        get: operations["getAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a partner's alert settings (JSON merge patch)
         * @description Feedhook sends one alert each time an endpoint fails, is paused, is disabled or recovers, and when deliveries expire. After a change, it also sends alerts about endpoints that are failing or paused at the time. Alerts contain no secrets and no record data.
         */
        patch: operations["updateAlerts"];
        trace?: never;
    };
    "/v1/partners/{partner}/alerts/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the e-mail address with the code sent to it
         * @description A code is valid for an hour. After five wrong codes, request a new one.
         */
        post: operations["confirmAlertEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test alert and return the result
         * @description Sends through every channel that is set and confirmed. At most one test every ten seconds.
         */
        post: operations["testAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner's API keys, oldest first
         * @description List a partner's API keys, oldest first.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key for a partner
         * @description Create an API key for a partner.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a partner's API key
         * @description Requests with it are refused at once.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/portal-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open portal links and sessions, oldest first
         * @description List open portal links and sessions, oldest first.
         */
        get: operations["listPortalLinks"];
        put?: never;
        /**
         * Create a portal link
         * @description The link opens the portal once. It and its session end with the key that created it. At most 500 links and sessions can be open at a time.
         */
        post: operations["createPortalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/portal-links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a portal link or its session
         * @description Requests with it are refused at once.
         */
        delete: operations["revokePortalLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a partner
         * @description Held deliveries are sent.
         */
        post: operations["resumePartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a partner
         * @description Refuses its keys at once and stops its deliveries within ten seconds; deliveries under way are held. Events published meanwhile aren't queued for it: send them later with a replay of `undelivered`.
         */
        post: operations["suspendPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portal-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a portal link's token for a session
         * @description Send the token as the API key. It works once; the returned key is valid for an hour.
         */
        post: operations["openPortalSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quarantined rows, oldest first
         * @description Rows that couldn't be read. Their feeds continue without them. Retrieve a row to see its content, which may be personal data.
         */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{queue}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redrive a queue's dead letters
         * @description Fix the cause first. On AWS, SQS moves them over time, and `redrive` of the queue in `GET /v1/status` shows the progress. Another request meanwhile has no effect.
         */
        post: operations["redriveQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/removals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List removals that await a decision
         * @description If more records vanish than is plausible, their removals aren't published until an operator or a second walk agrees. Each entry has a sample of the records.
         */
        get: operations["listHeldRemovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the bridge's status
         * @description Retrieve the bridge's status.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions, oldest first
         * @description List subscriptions, oldest first.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description The response includes the signing secret, which can't be retrieved later. A pull subscription has none.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a subscription
         * @description Retrieve a subscription.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Delete a subscription.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a subscription (JSON merge patch)
         * @description Update a subscription (JSON merge patch).
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/v1/subscriptions/{id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge fetched events
         * @description You can repeat it, and send it after the lease has ended.
         */
        post: operations["acknowledgeEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a subscription's deliveries, newest first
         * @description A delivery appears after its first attempt, or earlier if it is held, and is kept for 30 days. With a filter, one page examines at most 5,000 deliveries: it can be short or empty while `more` is true.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event's deliveries to a subscription
         * @description Returns the first delivery and its 50 newest replays, up to about 1 MB. Includes a first delivery that still waits for its first attempt.
         */
        get: operations["getDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries/{event}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an event
         * @description Starts a new run with the same `webhook-id`, `webhook-replay: true` and a full retry schedule.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signed example event and return the response
         * @description Sends the example to this subscription only, with its current settings, even if the subscription is disabled or doesn't select the type. The example has the header `webhook-example: true`, `example: true` in the body, and an `instance` name that no instance can have. It is attempted once, isn't stored as an event, and appears among the deliveries with run `example`. At most one per second.
         */
        post: operations["sendExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signed `bridge.ping` and return the response
         * @description Push subscriptions only, disabled ones included. A 2xx response resumes an endpoint that is `open` or `paused`; a failed ping changes nothing. At most one every ten seconds.
         */
        post: operations["pingSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch events of a pull subscription, oldest first
         * @description Fetched events are leased: other fetches don't return them until the lease ends. Acknowledge them before that, or they are returned again. A fetch examines the 5,000 oldest deliveries; if all are leased, it returns none.
         */
        get: operations["pollEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a subscription's replays, newest first
         * @description List a subscription's replays, newest first.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Start a replay
         * @description Sends stored events again. By default it is a dry run. Events are matched against the subscription's current settings and carry the same `webhook-id` and `webhook-replay: true`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a replay
         * @description Retrieve a replay.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description Deliveries already queued, at most ten seconds' worth, are still sent.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a replay
         * @description Deliveries already queued, at most ten seconds' worth, are still sent.
         */
        post: operations["pauseReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a replay
         * @description Deliveries already queued, at most ten seconds' worth, are still sent.
         */
        post: operations["resumeReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description The response includes the new secret, which can't be retrieved later. At most 4 are valid at once; a shorter overlap ends earlier ones sooner.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an endpoint's attempt statistics, in ten-minute slots for the last 24 hours
         * @description The figures behind the endpoint's `lastHour` and `lastDay`, and equally recent.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        AckAnswer: {
            /**
             * @description The number of deliveries that were still waiting.
             * @example 1
             */
            acknowledged: number;
        };
        AckInput: {
            /**
             * @example [
             *       "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"
             *     ]
             */
            ackIds: string[];
        };
        Alerts: {
            email?: {
                /** @example oncall@acme.example */
                address: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T10:12:33.481Z
                 */
                codeExpiresAt?: string;
                /**
                 * @description An unconfirmed address receives only its code.
                 * @example true
                 */
                confirmed: boolean;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:12:33.481Z
                 */
                confirmedAt?: string;
            };
            /**
             * @description Whether this bridge can send e-mail.
             * @example true
             */
            emailAvailable: boolean;
            /**
             * @description How long an endpoint fails before `endpoint_failing` is sent.
             * @example 10
             * @enum {integer}
             */
            failingAfterMinutes: 0 | 5 | 10;
            /**
             * @example [
             *       "endpoint_failing",
             *       "endpoint_paused",
             *       "endpoint_disabled",
             *       "endpoint_recovered",
             *       "deliveries_expired"
             *     ]
             */
            kinds: ("endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired")[];
            pagerduty?: {
                /**
                 * @description The host of its URL.
                 * @example events.pagerduty.com
                 */
                host: string;
            };
            /** @description The alerts of the last 30 days, newest first. */
            recent: components["schemas"]["SentAlert"][];
            slack?: {
                /**
                 * @description The host of its URL.
                 * @example hooks.slack.com
                 */
                host: string;
            };
            teams?: {
                /**
                 * @description The host of its URL.
                 * @example logic.azure.com
                 */
                host: string;
            };
        };
        AlertsConfirmation: {
            /** @example 20481923 */
            code: string;
        };
        /**
         * @description JSON merge patch (RFC 7396): absent fields keep their values; `kinds` is replaced.
         * @example {
         *       "email": "oncall@acme.example"
         *     }
         */
        AlertsPatch: {
            /**
             * Format: email
             * @description Feedhook sends a code to this address. It receives alerts once you pass the code to `POST …/alerts/confirm`. Set the same address again to get a new code; `null` removes it.
             * @example oncall@acme.example
             */
            email?: string | null;
            /**
             * @description How long an endpoint fails before `endpoint_failing` is sent. `0`: at once. Default: 10.
             * @example 5
             * @enum {integer}
             */
            failingAfterMinutes?: 0 | 5 | 10;
            /**
             * @description The kinds of alerts to send. Default: all.
             * @example [
             *       "endpoint_failing",
             *       "endpoint_disabled"
             *     ]
             */
            kinds?: ("endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired")[];
            /** @description Triggers one PagerDuty incident for each failing subscription and resolves it on recovery. Replaced as a whole; `null` removes it. */
            pagerduty?: {
                /**
                 * @description The integration key of an Events API v2 integration. The API never returns it.
                 * @example R0UTINGKEY0123456789ABCDEF012345
                 */
                routingKey: string;
                /**
                 * @description Where events go. Default: `https://events.pagerduty.com/v2/enqueue`; in the EU region `https://events.eu.pagerduty.com/v2/enqueue`.
                 * @example https://events.eu.pagerduty.com/v2/enqueue
                 */
                url?: string;
            } | null;
            /**
             * @description The URL of a Slack-compatible incoming webhook (Slack, Mattermost, Rocket.Chat). The rules for webhook addresses apply. The API never returns it; `null` removes it.
             * @example https://hooks.slack.com/services/T0/B0/XXXX
             */
            slackUrl?: string | null;
            /**
             * @description The URL of a Microsoft Teams workflow that posts Adaptive Cards to a channel. The rules for webhook addresses apply. The API never returns it; `null` removes it.
             * @example https://prod-00.westeurope.logic.azure.com/workflows/…
             */
            teamsUrl?: string | null;
        };
        AlertsTest: {
            results: {
                /**
                 * @example email
                 * @enum {string}
                 */
                channel: "email" | "slack" | "teams" | "pagerduty";
                /**
                 * @description `refused`: the channel refused it for the given reason. `unknown`: it may have arrived. `pending`: no answer yet; the recent alerts show the result later.
                 * @example sent
                 * @enum {string}
                 */
                outcome: "sent" | "refused" | "unknown" | "pending";
                /** @example http_404 */
                reason?: string;
            }[];
        };
        Attempt: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /**
             * @description Why no response arrived.
             * @enum {string}
             */
            error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
            /**
             * @description The request headers as sent, as far as known; absent if no connection was made. Secret values (signatures and your own headers) are shown as `…`.
             * @example {
             *       "content-type": "application/json",
             *       "user-agent": "Feedhook/1.0.0",
             *       "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
             *       "webhook-timestamp": "1795252353",
             *       "webhook-signature": "v1,…"
             *     }
             */
            requestHeaders?: {
                [key: string]: string;
            };
            /**
             * @description Kept for the five newest failed attempts: the first 1 kB of the response.
             * @example relation "contacts" does not exist
             */
            responseExcerpt?: string;
            /**
             * @description Kept for the five newest failed attempts: at most 20 headers, each cut to 256 bytes, without cookies and credentials.
             * @example {
             *       "content-type": "text/plain",
             *       "server": "nginx",
             *       "x-request-id": "7f3c"
             *     }
             */
            responseHeaders?: {
                [key: string]: string;
            };
            /**
             * @description The response's status code.
             * @example 204
             */
            status?: number;
            /** @description The duration of each phase reached. On a reused connection only `firstByte` is set. */
            timingMs?: {
                connect?: number;
                dns?: number;
                firstByte?: number;
                tls?: number;
            };
        };
        /** @description Attempts of the last 50 to 60 minutes; absent if there were none. */
        AttemptStatistics: {
            /** @example 480 */
            attempts: number;
            /**
             * @description The median response time of all statuses; estimated.
             * @example 84
             */
            p50Ms?: number;
            /**
             * @description The 95th percentile of the response time.
             * @example 310
             */
            p95Ms?: number;
            /**
             * @description The share with a 2xx response, from 0 to 1.
             * @example 0.995
             */
            successRate: number;
        };
        Attention: {
            /** @description What to do. */
            action: string;
            /**
             * @description The shell command for it, if the API isn't allowed to do it.
             * @example npm run redrive -- --stage prod
             */
            command?: string;
            /**
             * @description How many. For `changes_set_aside` on AWS, the number of batches.
             * @example 42
             */
            count: number;
            /** @description The page of the documentation. */
            docs: string;
            /** @description Absent if it concerns the whole bridge. */
            instance?: string;
            /** @enum {string} */
            kind: "source_unreachable" | "instance_parked" | "clocks_apart" | "removals_held" | "rows_quarantined" | "feeds_stalled" | "polling_paused" | "dead_letters" | "changes_set_aside" | "backups_missing" | "endpoints_failing" | "endpoints_disabled";
            /**
             * @description Whether there are more than were counted.
             * @enum {boolean}
             */
            more?: true;
            /**
             * Format: date-time
             * @description When the oldest of them began; absent if unknown.
             */
            since?: string;
            /** @description Details: the queue, the resource, the source's answer, what the rows block, or why the backup failed. */
            what?: string;
        };
        AuditEntry: {
            /**
             * @description The caller's address. Operators' addresses are shown to operators only.
             * @example 198.51.100.7
             */
            address?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            at: string;
            /** @enum {string} */
            by: "partner" | "operator";
            /**
             * @description The names of the given fields, never their values. Names beyond 2 KB are left out.
             * @example [
             *       "overlapSeconds"
             *     ]
             */
            fields: string[];
            /** @example aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /** @description The key that made the call. Operators' keys are shown to operators only. */
            key?: {
                id: string;
                name: string;
            };
            /** @example POST */
            method: string;
            /**
             * @description The `operationId` in this document.
             * @example rotateSecret
             */
            operation: string;
            /**
             * @description Its first 512 characters.
             * @example /v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret
             */
            path: string;
            /**
             * @description The response's status code.
             * @example 200
             */
            status: number;
            /**
             * @description Set where the entry counts an operation's calls within an hour. The other fields are those of the last call, and `path` is the path in this document.
             * @example 240
             */
            times?: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        /** @description Values shared by all feeds; absent before the first tick. */
        Budget: {
            /** @description The current maximum, lowered while the source is under load. */
            current: number;
            /**
             * @description The allowed requests per second.
             * @example 5
             */
            requestsPerSecond: number;
            total: components["schemas"]["BudgetTotal"];
            /** @description Requests available now. Near 0, the budget is short. */
            unspent: number;
        };
        /** @description Totals since the instance was connected. They only rise, so compare two reads to get the requests in between. */
        BudgetTotal: {
            /**
             * @description Requests that polls didn't need, which are granted again.
             * @example 1305
             */
            givenBack: number;
            /**
             * @description Requests granted to polls.
             * @example 48210
             */
            granted: number;
            /**
             * @description Requests sent, as reported by polls. A report can be seconds late, and is lost if its worker ends first.
             * @example 46870
             */
            used: number;
        };
        CreatedKey: components["schemas"]["Key"] & {
            /**
             * @description Send it as `Authorization: Bearer …`. It is returned only once.
             * @example fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…
             */
            key: string;
        };
        CreatedPortalLink: {
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description Identifies the link and its session.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            /**
             * @description The part of `url` behind `#token=`.
             * @example fh_…
             */
            token: string;
            /**
             * @description Opens the portal once, signed in as the partner. The token is returned only here.
             * @example https://feedhook.example.com/portal#token=fh_…
             */
            url: string;
        };
        CreatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The signing secret, returned only once. Absent for a pull subscription.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        CredentialTest: {
            fault?: string;
            /** @description The same in sentences, with what to do about it. */
            findings: {
                /** @enum {string} */
                level: "good" | "warn" | "bad";
                /** @example The credentials read with the scope `read` and can't write. */
                text: string;
            }[];
            /**
             * @description Each kind of list that Feedhook polls. `pageLimit`: the most rows returned on a page. `missing`: 404. `refused`: 400 or 422. `untested`: no record to ask with, or no time left.
             * @example [
             *       {
             *         "path": "/project/timeline",
             *         "outcome": "answers",
             *         "pageLimit": 1000
             *       }
             *     ]
             */
            lists: {
                /** @enum {string} */
                outcome: "answers" | "forbidden" | "missing" | "refused" | "unavailable" | "untested";
                pageLimit?: number;
                path: string;
            }[];
            /** @description Whether the source would let the credentials write. Feedhook never writes. */
            mayWrite?: boolean;
            /**
             * @description `partly`: the credentials read some lists but not all. `unreachable`: the source gave no usable answer, so the credentials are untested. `pending`: no worker was free to test them.
             * @enum {string}
             */
            outcome: "works" | "partly" | "refused" | "unreachable" | "pending";
            /** @enum {string} */
            reason?: "invalid_client" | "no_read_scope" | "unknown_instance";
            /**
             * @description The requests that the test made.
             * @example 15
             */
            requests: number;
            /** @enum {string} */
            scope?: "read" | "act-as-user:read";
            /**
             * @description How far the source's clock is ahead of the bridge's; negative if it is behind.
             * @example 0
             */
            sourceAheadSeconds?: number;
        };
        /**
         * @example {
         *       "clientId": "feedhook",
         *       "clientSecret": "…"
         *     }
         */
        CredentialTestInput: {
            clientId: string;
            clientSecret: string;
        };
        Delivery: {
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description `webhook-id` of every attempt.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            event: string;
            /** @example acme */
            instance: string;
            /**
             * Format: date-time
             * @description When the next attempt is due; absent while the delivery waits for something else.
             */
            nextAttemptAt?: string;
            /** @description The start of the last response. */
            responseExcerpt?: string;
            /**
             * @description `0` for the first delivery, otherwise its replay's id; `ping` or `example` if sent on request.
             * @example 0
             */
            run: string;
            /**
             * @description `waiting`: another attempt follows; `blocked`: the same, after Feedhook refused to send to the URL; `held`: the endpoint isn't being called; `delivered` and `expired` are final. `failed` is final too: a ping or an example, sent once, without a 2xx response.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "expired" | "held" | "blocked" | "failed";
            /** @example person.updated */
            type?: string;
            wait?: components["schemas"]["DeliveryWait"];
        };
        DeliveryPage: {
            items: components["schemas"]["Delivery"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        /** @description Set while the state is `waiting`, `blocked` or `held`. */
        DeliveryWait: {
            /**
             * @description The event that must be delivered first.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            behind?: string;
            /**
             * @description The name of the key that disabled the subscription, or `operator`.
             * @example ci
             */
            by?: string;
            /**
             * @description What the delivery waits for. `retry`: the next step of the retry schedule; `retry_after`: the time the endpoint asked for; `rate_limit`: a limit is used up; `backlog`: older deliveries go first; `ordered`: an earlier event of its record; `circuit_open`, `endpoint_paused`: the endpoint's recovery; `subscription_disabled`, `partner_suspended`: the subscription or the partner to be enabled again; `instance_revoked`: nothing, because the delivery isn't sent; `attempt_under_way`: the current attempt; `queued`: its turn, which is next.
             * @enum {string}
             */
            reason: "retry" | "retry_after" | "rate_limit" | "backlog" | "ordered" | "circuit_open" | "endpoint_paused" | "subscription_disabled" | "partner_suspended" | "instance_revoked" | "attempt_under_way" | "queued";
            /**
             * @description The same as a sentence.
             * @example HTTP 503 with Retry-After 30 s: the next attempt is at 2026-11-21T09:13:11.481Z.
             */
            sentence: string;
            /**
             * Format: date-time
             * @description When the wait began.
             */
            since?: string;
            /**
             * Format: date-time
             * @description When the delivery is retried or its endpoint is probed; absent if no time is set.
             */
            until?: string;
        };
        Endpoint: components["schemas"]["EndpointSummary"] & {
            /** @description Deliveries held for the endpoint, and waiting for a retry. `more`: there may be more. It counts at most 1,000 in the backlog, and retries due within minutes among the newest 200 deliveries of the last day. */
            backlog: {
                held: number;
                more: boolean;
                waiting: number;
            };
        };
        /** @description The newest failed attempt. */
        EndpointFailure: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /**
             * @description Why no response arrived.
             * @enum {string}
             */
            error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
            /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            event: string;
            /** @description The first 1 kB of the response; erased with the event's record. */
            responseExcerpt?: string;
            /**
             * @description The run, as in the delivery: `0`, or the replay's ID.
             * @example 0
             */
            run: string;
            /**
             * @description The response's status code.
             * @example 500
             */
            status?: number;
        };
        EndpointSummary: {
            /** @description Consecutive failures. */
            failures: number;
            /**
             * @description `slow`: recent responses took more than 3 s.
             * @enum {string}
             */
            lane: "fast" | "slow";
            lastDay?: components["schemas"]["AttemptStatistics"] & unknown;
            lastFailure?: components["schemas"]["EndpointFailure"];
            lastHour?: components["schemas"]["AttemptStatistics"];
            /** Format: date-time */
            nextProbeAt?: string;
            /** @description Failures among the newest attempts counted, at most 20. */
            recentFailures: number;
            /** Format: date-time */
            since?: string;
            /**
             * @description `open`: the endpoint is failing; new deliveries are held, and one at a time is sent as a probe; `paused`: it has failed for three days and is probed every six hours; `disabled`: the subscription is disabled.
             * @enum {string}
             */
            state: "healthy" | "open" | "paused" | "disabled";
        };
        ErasedSubject: {
            /** @example p4Kd */
            id: string;
            /**
             * @description As in an event's `subject`.
             * @example person
             * @enum {string}
             */
            type: "person" | "company" | "project" | "activity" | "document";
        };
        Erasure: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            acceptedAt: string;
            /** @example acme */
            instance: string;
            subject: components["schemas"]["ErasedSubject"];
        };
        ErasureInput: {
            /** @example acme */
            instance: string;
            subject: components["schemas"]["ErasedSubject"];
        };
        /**
         * @description The body of a webhook, and `detail` on the bus.
         * @example {
         *       "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
         *       "type": "person.updated",
         *       "timestamp": "2026-11-21T09:12:33.481Z",
         *       "timestampFrom": "source",
         *       "detectedAt": "2026-11-21T09:12:40.112Z",
         *       "instance": "acme",
         *       "subject": {
         *         "type": "person",
         *         "id": "XEVD4d9gXuQ",
         *         "seq": 1795321576,
         *         "part": 1
         *       },
         *       "data": {
         *         "id": "XEVD4d9gXuQ",
         *         "firstName": "Ingrid",
         *         "lastName": "Olsen",
         *         "primaryEmail": "ingrid.olsen@example.com",
         *         "jobTitle": "Controller",
         *         "directPhone": "+47 61116528",
         *         "externalReference": "crm-1013",
         *         "companyId": "lN-Uht7j2Vk",
         *         "countryCode": "NO",
         *         "isActive": true,
         *         "emailAliases": [],
         *         "externalIds": [],
         *         "created": "2026-09-24T22:46:24.943935Z",
         *         "createdBy": "mbrNu9vTZ-Y",
         *         "modified": "2026-11-21T09:12:33.481224Z",
         *         "modifiedBy": "kIgNNxcRfVk"
         *       },
         *       "changes": [
         *         {
         *           "field": "jobTitle",
         *           "from": "Case handler",
         *           "to": "Controller"
         *         }
         *       ],
         *       "detectedBy": "timeline"
         *     }
         */
        Event: {
            /** @enum {boolean} */
            baseline?: true;
            /**
             * @example [
             *       {
             *         "field": "primaryEmail",
             *         "from": "a@example.com",
             *         "to": "b@example.com"
             *       }
             *     ]
             */
            changes?: {
                field: string;
                from?: unknown;
                /** @description The field's path; a JSON Pointer if a name contains a dot. */
                pointer?: string;
                to?: unknown;
            }[];
            /** @enum {boolean} */
            changesUnknown?: true;
            /** @description The record as the source returned it. */
            data?: Record<string, unknown>;
            /**
             * @description When Feedhook detected it.
             * @example 2026-11-21T09:12:40.112Z
             */
            detectedAt: string;
            /** @enum {string} */
            detectedBy: "timeline" | "sweep" | "walk" | "journal" | "snapshot" | "templates" | "scrub" | "hint";
            /**
             * @description `true` for an example that was requested: no change happened.
             * @enum {boolean}
             */
            example?: true;
            /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /** @example acme */
            instance: string;
            /** @description The fields missing from `data` in a truncated change entry. */
            omitted?: string[];
            owner?: {
                id: string;
                /** @enum {string} */
                type: "Company" | "Person" | "Project" | "Room";
            };
            /** @description The partner that an operational event concerns. */
            partner?: string;
            /** @enum {string} */
            reason?: "not_found_or_no_access" | "cascade" | "journal";
            /** @enum {boolean} */
            redacted?: true;
            subject: {
                id: string;
                /** @description The event's position among the events of one change. */
                part: number;
                /** @description Increases by one with each change of the record. Discard events older than the newest you have. */
                seq: number;
                /** @enum {string} */
                type: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
            };
            /**
             * @description When the change happened.
             * @example 2026-11-21T09:12:33.481Z
             */
            timestamp: string;
            /** @enum {string} */
            timestampFrom: "source" | "detected";
            /**
             * @description `data` is left out because the event exceeded 256 KB.
             * @enum {boolean}
             */
            truncated?: true;
            /** @example person.updated */
            type: string;
        };
        EventDeliveries: {
            items: components["schemas"]["Delivery"][];
        };
        EventPage: {
            items: components["schemas"]["Event"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        EventType: {
            /**
             * @description What happened.
             * @example Fields of a person changed.
             */
            description: string;
            exampleEvent: components["schemas"]["Event"];
            /**
             * @description The same schema: JSON Schema 2020-12 of the whole event.
             * @example {
             *       "title": "person.updated",
             *       "type": "object"
             *     }
             */
            jsonSchema: {
                [key: string]: unknown;
            };
            /**
             * @description Whether it concerns the bridge itself. `*` doesn't match such types; subscriptions must name them.
             * @example false
             */
            operational: boolean;
            /**
             * @description The path of its JSON Schema. Reading it needs no key.
             * @example /schemas/events/person.updated.json
             */
            schemaPath: string;
            /**
             * @description The Feedhook version that added it.
             * @example 0.1.0
             */
            since: string;
            /**
             * @example person
             * @enum {string}
             */
            subject: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
            /**
             * @example person.updated
             * @enum {string}
             */
            type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
        };
        EventTypeList: {
            items: {
                /**
                 * @description What happened.
                 * @example Fields of a person changed.
                 */
                description: string;
                /**
                 * @description Whether it concerns the bridge itself. `*` doesn't match such types; subscriptions must name them.
                 * @example false
                 */
                operational: boolean;
                /**
                 * @description The path of its JSON Schema. Reading it needs no key.
                 * @example /schemas/events/person.updated.json
                 */
                schemaPath: string;
                /**
                 * @description The Feedhook version that added it.
                 * @example 0.1.0
                 */
                since: string;
                /**
                 * @example person
                 * @enum {string}
                 */
                subject: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
                /**
                 * @example person.updated
                 * @enum {string}
                 */
                type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
            }[];
        };
        ExampleInput: {
            /**
             * @description Merged into the example's `data` (RFC 7396): null removes a field.
             * @example {
             *       "firstName": "Ada"
             *     }
             */
            data?: Record<string, unknown>;
            /**
             * @description Any type in the catalogue.
             * @example person.updated
             * @enum {string}
             */
            type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
        };
        Explanation: {
            events: {
                /** @description The outcome for each subscription that wants this type: the delivery's state, or why there is none. */
                deliveries: {
                    /** @example delivered */
                    outcome: string;
                    subscription: string;
                }[];
                /** Format: date-time */
                detectedAt: string;
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
                id: string;
                /** @description Whether the event can be read and replayed. */
                kept: boolean;
                seq: number;
                /** @example person.updated */
                type: string;
            }[];
            /** @description The feeds that can show a change of the record. */
            feeds: {
                id: string;
                /** Format: date-time */
                lastPoll?: string;
                /** @description Whether a row of this record is in quarantine. */
                quarantined: boolean;
                /**
                 * Format: date-time
                 * @description The change time up to which the feed is read.
                 */
                readUpTo?: string;
                /** @enum {string} */
                status: "active" | "backing_off" | "parked" | "paused";
            }[];
            /** @description Why an event did or didn't appear, in the order of the pipeline. `code` is stable. */
            findings: {
                /** @example baseline */
                code: string;
                text: string;
            }[];
            /** @example acme */
            instance: string;
            /** @description What the mirror knows; absent where no feed has shown it. */
            record?: {
                /** @description The newest eight events. */
                changes: {
                    /** @enum {string} */
                    detectedBy: "timeline" | "sweep" | "walk" | "journal" | "snapshot" | "templates" | "scrub" | "hint";
                    /** Format: date-time */
                    seenAt: string;
                    seq: number;
                    /**
                     * @example [
                     *       "person.updated"
                     *     ]
                     */
                    types: string[];
                }[];
                /** Format: date-time */
                firstSeenAt: string;
                /**
                 * Format: date-time
                 * @description The source's time at the read that produced the known state.
                 */
                lastSeenAt: string;
                /** @description When it last changed, according to the source. */
                modified?: string;
                seq: number;
                /** @enum {string} */
                state: "live" | "held" | "unlisted" | "deleted";
            };
            subject: {
                id: string;
                /** @example person */
                type: string;
            };
            /** @description The answer in one sentence. */
            summary: string;
        };
        Feed: {
            /** @description The changes a day expected of an owner. */
            changesPerDay?: number;
            /** @enum {string} */
            class: "timelines" | "rooms" | "owners" | "walks" | "small" | "scrubs";
            /** @description Whether first contact is read to the end. */
            drained: boolean;
            /**
             * @description Poll times are estimated from the schedule.
             * @enum {boolean}
             */
            estimated?: true;
            /** @description Consecutive failures. */
            failures: number;
            /** @example acme#owner#Company#k2Jm */
            id: string;
            /** @example acme */
            instance: string;
            /** @enum {string} */
            kind: "person-timeline" | "company-timeline" | "project-timeline" | "activity-timeline" | "room" | "owner" | "person-walk" | "company-walk" | "project-walk" | "activity-walk" | "person-count" | "company-count" | "project-count" | "activity-count" | "company-template" | "project-template" | "project-scrub" | "activity-scrub" | "document-scrub";
            /**
             * @description Time since the last recorded poll.
             * @example 12.4
             */
            lagSeconds?: number;
            lastError?: string;
            /**
             * Format: date-time
             * @description Empty polls update it at most once a minute; owners' empty polls never do.
             */
            lastPoll?: string;
            owner?: {
                id: string;
                type: string;
            };
            /** @description The recent time between two visits of an owner. */
            periodSeconds?: number;
            /** @description The query parameters of every request; they never change. */
            query: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description The change time up to which the feed is read.
             */
            readUpTo?: string;
            /** Format: date-time */
            retryAt?: string;
            /**
             * @description Whether its next visit starts earlier.
             * @enum {boolean}
             */
            rewinding?: true;
            /** Format: date-time */
            stalledSince?: string;
            /** @description Totals since the feed exists: rows read, already known, found only by the sweep or a walk, and quarantined. */
            statistics?: {
                duplicates: number;
                missed: number;
                /** @description Pages read at first contact; absent for owners. */
                pages?: number;
                quarantined: number;
                rows: number;
            };
            /** @enum {string} */
            status: "active" | "backing_off" | "parked" | "paused";
        };
        FeedDetail: components["schemas"]["Feed"] & {
            /** @description The last visits, newest first: 6 entries for owners, 12 for other feeds. Only visits that wrote something appear: an empty visit writes at most once a minute, an owner's never. */
            visits: components["schemas"]["FeedVisits"][];
        };
        FeedLeft: {
            /** @example acme#owner#Person#12 */
            feed: string;
            /**
             * Format: date-time
             * @description The earliest time; the request budget can delay it.
             */
            nextTry: string;
            /**
             * @description `waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or the error of the last visit.
             * @example unavailable_500
             */
            reason: string;
        };
        FeedPage: {
            budget?: components["schemas"]["Budget"];
            items: components["schemas"]["Feed"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        FeedStatus: {
            /** @description Owners for which few changes are expected. */
            dormant?: number;
            /** @description Like `lagSeconds`, for dormant owners, which `lagSeconds` leaves out. */
            dormantLagSeconds?: number;
            /**
             * @description Estimated from the schedule, not read from the feeds.
             * @enum {boolean}
             */
            estimated?: true;
            /**
             * @description How many; absent if there are too many to count.
             * @example 6
             */
            feeds?: number;
            /**
             * @description The time since the longest-waiting feed was read; absent while any was never read.
             * @example 12.4
             */
            lagSeconds?: number;
            /**
             * Format: date-time
             * @description The last poll of any of these feeds. Empty polls update it at most once a minute.
             */
            lastPoll?: string;
            /** @description For scrubs: changes found only by reading every record by id. */
            missed?: number;
            /** @description How many have stalled, as `bridge.feed_stalled` reported. */
            stalled?: number;
            /** @enum {string} */
            status: "active" | "connecting" | "backing_off" | "parked";
            /**
             * @description How many times longer than configured owners wait for a visit because the request budget is short. 1: as configured.
             * @example 1
             */
            stretch?: number;
        };
        FeedVisits: {
            /** @description Found. */
            changes: number;
            /**
             * Format: date-time
             * @description When the last of these visits began.
             */
            lastAt: string;
            /**
             * @description How the last visit ended. `done`: read to the end. `yielded`: the budget or the time ran out. `waiting`: it continues later. `saved`: it saved its position, and its end wasn't recorded.
             * @enum {string}
             */
            outcome: "done" | "yielded" | "waiting" | "saved" | "failed" | "parked";
            /**
             * @description Why the visit failed or the feed is parked.
             * @example unavailable_503
             */
            reason?: string;
            /** @description Requests of all these visits, without repeats after faults. */
            requests: number;
            /** @description Rows read, including known ones. */
            rows: number;
            /**
             * Format: date-time
             * @description When the first of these visits began.
             */
            since: string;
            /** @description The last one. */
            tookMs: number;
            /** @description How many consecutive visits this entry counts: visits that found nothing and ended the same way. */
            visits: number;
        };
        /**
         * @example {
         *       "filter": {
         *         "changes": {
         *           "field": [
         *             "jobTitle"
         *           ]
         *         }
         *       },
         *       "eventTypes": [
         *         "person.*"
         *       ],
         *       "instance": "acme"
         *     }
         */
        FilterTest: {
            /**
             * @description Test only this stored event.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            event?: string;
            /**
             * @description Types, `<subject>.*` or `*`, as in a subscription. Default: every type.
             * @example [
             *       "document.*"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description An EventBridge event pattern on the event. Default: every event of these types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown>;
            /**
             * @description The instance whose stored events to test. Required unless `sample` is given.
             * @example acme
             */
            instance?: string;
            /**
             * @description How many of the newest stored events of `eventTypes` to test; fewer if they exceed about 1 MB.
             * @default 20
             * @example 20
             */
            limit?: number;
            /**
             * @description An event to test instead of stored ones, at most 64 KB, such as the example from `GET /v1/event-types/{type}`.
             * @example {
             *       "type": "document.moved",
             *       "owner": {
             *         "type": "Company",
             *         "id": "lN-Uht7j2Vk"
             *       }
             *     }
             */
            sample?: Record<string, unknown>;
        };
        FilterTestResult: {
            items: {
                /** @example 2026-11-21T09:12:40.112Z */
                detectedAt?: string;
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
                event?: string;
                /** @example false */
                matches: boolean;
                /** @example document.moved */
                type?: string;
                /**
                 * @description Testing the filter on this event would take too long, so it counts as a match: such an event is delivered.
                 * @enum {boolean}
                 */
                undecided?: true;
                /** @description Why the event doesn't match, field by field; empty if it does. At most 40 reasons, or 4 for each of 200 events. */
                why: {
                    /**
                     * @description The position in the filter.
                     * @example owner.type
                     */
                    field: string;
                    /**
                     * @description The event's values at this position, at most five.
                     * @example [
                     *       "Company"
                     *     ]
                     */
                    found: unknown[];
                    /** @example no value matches */
                    message: string;
                    /**
                     * @description The conditions, none of which holds.
                     * @example [
                     *       "Project"
                     *     ]
                     */
                    wanted: unknown[];
                }[];
            }[];
            /** @example 0 */
            matches: number;
            /** @example 1 */
            tested: number;
            /**
             * @description Parts of the filter that can't match any event of these types.
             * @example [
             *       {
             *         "field": "filter.owner.typ",
             *         "message": "can't match: events of these types have no such field"
             *       }
             *     ]
             */
            warnings?: {
                /** @description The field's path, such as `eventTypes.0`. Values are never repeated. */
                field: string;
                message: string;
            }[];
        };
        /** @description The progress of first contact; absent when it is done. */
        FirstContact: {
            /**
             * @description The pages of owners' change feeds and documents read so far. Updated every few seconds with the budget.
             * @example 2310
             */
            documentPages: number;
            /** @description Up to ten feeds that aren't read to the end, longest wait first. */
            left?: components["schemas"]["FeedLeft"][];
            /** @description The number of timelines, templates and rooms read to the end. */
            lists: number;
            ofLists: number;
            /** @description The owners known so far; grows while lists are read. Absent on AWS. */
            ownersKnown?: number;
            /** @description The owners whose documents are read. Absent on AWS. */
            ownersMet?: number;
            /**
             * @description The pages of these lists read so far.
             * @example 118
             */
            pages: number;
            /** @description The estimated time left, for the owners known so far. */
            secondsLeft?: number;
        };
        HeldRemovals: {
            items: {
                /**
                 * Format: date-time
                 * @description The decision covers records missing by then; later losses are counted from zero.
                 */
                decidedAt?: string;
                /**
                 * @description The decision, until every list of the source has applied it.
                 * @enum {string}
                 */
                decision?: "approved" | "dismissed";
                /** @description The number of known records. */
                known: number;
                /** @description Records missing when the hold began: those lost within a day, over all lists, and others that a complete list lacked. */
                missing: number;
                /** @description A sample of the records that would be removed, at most 20. */
                sample: {
                    /** @example k2Jm */
                    id: string;
                    /**
                     * @description The last known name; absent if it has none or was erased.
                     * @example Ingrid Olsen
                     */
                    name?: string;
                    /** @example person */
                    type: string;
                }[];
                /** Format: date-time */
                since: string;
                /**
                 * @description The list whose removals are held.
                 * @example person
                 */
                source: string;
            }[];
        };
        Instance: {
            /**
             * Format: date-time
             * @description The moment of first contact by the source's clock. Older records are baseline. Absent until first contact.
             * @example 2026-11-21T09:12:34.000Z
             */
            connectedAt?: string;
            /** @example acme */
            name: string;
            /** @enum {string} */
            parkedReason?: "invalid_client" | "forbidden" | "unknown_instance";
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            registeredAt: string;
            /** @example 5 */
            requestsPerSecond: number;
            /**
             * @example [
             *       "k2Jm"
             *     ]
             */
            rooms: string[];
            /**
             * @description `parked`: the source refuses the credentials; Feedhook tries again from time to time. `paused`: an operator paused it.
             * @enum {string}
             */
            status: "connecting" | "active" | "parked" | "paused";
        };
        InstanceInput: {
            /**
             * @description Write-only; required the first time. Feedhook tries new credentials while the current ones keep working.
             * @example {
             *       "clientId": "feedhook",
             *       "clientSecret": "…"
             *     }
             */
            credentials?: {
                clientId: string;
                clientSecret: string;
            };
            /**
             * @description The most requests per second to the source. Default: 5 for a new instance, unchanged for an existing one.
             * @example 5
             */
            requestsPerSecond?: number;
            /**
             * @description The ids of all share rooms to read, at most 64 KB together. The source has no list of them.
             * @example [
             *       "k2Jm"
             *     ]
             */
            rooms?: string[];
        };
        InstancePage: {
            items: components["schemas"]["Instance"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        Key: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * Format: date-time
             * @description Rounded to the hour; absent if never used.
             */
            lastUsedAt?: string;
            /** @example billing service */
            name: string;
            /**
             * @description `read`: read everything; `manage`: change it as well; `pull`: fetch and acknowledge events; `admin`: all of these, and manage keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
        };
        KeyInput: {
            /**
             * Format: date-time
             * @description When the key expires. Default: never; it is valid until revoked.
             * @example 2027-11-21T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description Who or what uses the key.
             * @example billing service
             */
            name: string;
            /**
             * @description `read`: read everything; `manage`: change it as well; `pull`: fetch and acknowledge events; `admin`: all of these, and manage keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
        };
        KeyPage: {
            items: components["schemas"]["Key"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        ListedSubscription: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["EndpointSummary"];
        };
        Me: {
            key: {
                /**
                 * @description `environment` for the operator key given to the deployment.
                 * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                id: string;
                /** @example billing service */
                name: string;
                scopes: ("read" | "manage" | "pull" | "admin" | "portal")[];
            };
            operator: boolean;
            partner?: components["schemas"]["Partner"];
            /**
             * @description The bridge's version.
             * @example 0.1.0
             */
            version: string;
        };
        /** @description The partner whose subscriptions and events this key sees. */
        Partner: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            createdAt: string;
            /** @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * @example [
             *       "acme"
             *     ]
             */
            instances: string[];
            /** @example Acme CRM */
            name: string;
            /**
             * @description The origins whose pages may embed the portal in a frame.
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins: string[];
            quotas: {
                /**
                 * @description The maximum deliveries per second to all its endpoints together. Excess deliveries wait.
                 * @example 100
                 */
                deliveriesPerSecond?: number;
                /**
                 * @description The maximum number of API keys.
                 * @example 100
                 */
                keys: number;
                /**
                 * @description The maximum deliveries per second of all its running replays together.
                 * @example 200
                 */
                replayPerSecond: number;
                /**
                 * @description The maximum number of subscriptions.
                 * @example 100
                 */
                subscriptions: number;
            };
            /**
             * @description `suspended`: it keeps its data, receives nothing, and its keys are refused. `deleting`: its data is being removed.
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            updatedAt: string;
        };
        PartnerInput: {
            /**
             * @description The instances whose events it can receive.
             * @default []
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description A name for display.
             * @example Acme CRM
             */
            name: string;
            /**
             * @description The origins whose pages may embed the portal in a frame: `https://` and a host, without a path. Default: none.
             * @default []
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins?: string[];
            quotas?: {
                /**
                 * @description The maximum deliveries per second to all its endpoints together. Excess deliveries wait.
                 * @example 100
                 */
                deliveriesPerSecond?: number;
                /**
                 * @description The maximum number of API keys.
                 * @default 100
                 * @example 100
                 */
                keys?: number;
                /**
                 * @description The maximum deliveries per second of all its running replays together.
                 * @default 200
                 * @example 200
                 */
                replayPerSecond?: number;
                /**
                 * @description The maximum number of subscriptions.
                 * @default 100
                 * @example 100
                 */
                subscriptions?: number;
            };
        };
        PartnerPage: {
            items: components["schemas"]["Partner"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        /** @description JSON merge patch (RFC 7396): absent fields keep their values; `instances` and `portalOrigins` are replaced. */
        PartnerPatch: {
            /**
             * @description The instances whose events it can receive.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description A name for display.
             * @example Acme CRM
             */
            name?: string;
            /**
             * @description The origins whose pages may embed the portal in a frame: `https://` and a host, without a path. Default: none.
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins?: string[];
            quotas?: {
                /**
                 * @description null: no limit.
                 * @example 100
                 */
                deliveriesPerSecond?: number | null;
                /**
                 * @description The maximum number of API keys.
                 * @example 100
                 */
                keys?: number;
                /**
                 * @description The maximum deliveries per second of all its running replays together.
                 * @example 200
                 */
                replayPerSecond?: number;
                /**
                 * @description The maximum number of subscriptions.
                 * @example 100
                 */
                subscriptions?: number;
            };
        };
        PingResult: {
            attempt?: components["schemas"]["Attempt"];
            /** @description The `webhook-id` of the ping. */
            event: string;
            /**
             * @description `pending`: no response yet; the subscription's deliveries show the result later.
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "pending";
            /** @description The start of the response. */
            responseExcerpt?: string;
        };
        PortalLink: {
            /** @enum {string} */
            access: "read" | "manage";
            /**
             * @description Who created it.
             * @enum {string}
             */
            by?: "partner" | "operator";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * @description The id of the key that created it and ends it. Operators' keys are shown to operators only.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC
             */
            key?: string;
            /**
             * Format: date-time
             * @description Rounded to the hour.
             */
            lastUsedAt?: string;
            /** Format: date-time */
            openedAt?: string;
            /**
             * @description `open`: it was exchanged for a session that is still valid.
             * @enum {string}
             */
            state: "unopened" | "open";
        };
        PortalLinkInput: {
            /**
             * @description `read` to view, `manage` to change as well.
             * @default read
             * @enum {string}
             */
            access?: "read" | "manage";
            /**
             * @description How long the link can be opened.
             * @default 600
             * @example 600
             */
            expiresInSeconds?: number;
        };
        PortalLinkPage: {
            items: components["schemas"]["PortalLink"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        PortalSession: {
            /** @enum {string} */
            access: "read" | "manage";
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description An API key for the session.
             * @example fh_…
             */
            key: string;
            /** @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            partner: string;
        };
        /** @description RFC 9457 problem details. */
        Problem: {
            /** @example 1 field is wrong */
            detail?: string;
            /**
             * @example [
             *       {
             *         "field": "url",
             *         "message": "must be an https URL"
             *       }
             *     ]
             */
            errors?: {
                /** @description The field's path, such as `eventTypes.0`. Values are never repeated. */
                field: string;
                message: string;
            }[];
            /**
             * @description The requested path.
             * @example /v1/subscriptions
             */
            instance: string;
            /** @example 400 */
            status: number;
            /** @example The request is not valid */
            title: string;
            /**
             * @description A stable identifier to branch on.
             * @example urn:feedhook:problem:invalid-request
             */
            type: string;
        };
        PulledDeliveries: {
            items: {
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0 */
                ackId: string;
                event: components["schemas"]["Event"];
                /**
                 * @description How often it was fetched, including this time.
                 * @example 1
                 */
                fetched: number;
                /** Format: date-time */
                leasedUntil: string;
                /**
                 * @description Whether it was requested again.
                 * @enum {boolean}
                 */
                replay?: true;
            }[];
        };
        QuarantinedRow: {
            bytes: number;
            /** @example acme#person-walk#5c0d0b6c1f2a */
            feed: string;
            /** Format: date-time */
            keptAt: string;
            /**
             * @description Why it couldn't be read: a stable code.
             * @example unreadable
             */
            reason: string;
            /** @description Identifies the row within its feed. */
            row: string;
        };
        QuarantinedRowDetail: {
            /** @description The row as received; if it is too large, the start of its text. */
            body?: unknown;
            bytes: number;
            /** @example acme#person-walk#5c0d0b6c1f2a */
            feed: string;
            /** Format: date-time */
            keptAt: string;
            /**
             * @description Why it couldn't be read: a stable code.
             * @example unreadable
             */
            reason: string;
            /** @description Identifies the row within its feed. */
            row: string;
            shortened: boolean;
            /** Format: date-time */
            triedAt?: string;
            /** @description Whether the feed's next visit tries it again. */
            waiting: boolean;
        };
        QuarantinePage: {
            items: components["schemas"]["QuarantinedRow"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        QueueDepth: {
            /** @description Dead letters, which need an operator. */
            dead: number;
            /**
             * Format: date-time
             * @description When the oldest dead letter was sent.
             */
            deadSince?: string;
            delayed: number;
            inFlight: number;
            /**
             * Format: date-time
             * @description On AWS, when CloudWatch measured `readySince` and `deadSince`: some minutes ago.
             */
            measuredAt?: string;
            /** @example 3 */
            ready: number;
            /**
             * Format: date-time
             * @description When the oldest ready message was sent; on AWS, the oldest unfinished one. Absent if there is none or CloudWatch hasn't measured it yet.
             */
            readySince?: string;
            redrive?: components["schemas"]["RedriveProgress"];
        };
        Redriven: {
            /**
             * @description How many; approximate on AWS.
             * @example 3
             */
            redriven: number;
        };
        /** @description On AWS: SQS's progress in moving dead letters back, or its failure. */
        RedriveProgress: {
            /**
             * @description How many were moved back to their queue.
             * @example 120
             */
            moved: number;
            /** @description Why it failed, according to SQS. */
            reason?: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string} */
            state: "running" | "failed";
            /**
             * @description How many there were when it started.
             * @example 400
             */
            toMove?: number;
        };
        Replay: {
            /** Format: date-time */
            createdAt: string;
            criteria: {
                events?: string[];
                eventTypes?: string[];
                filter?: Record<string, unknown>;
                /** Format: date-time */
                since: string;
                subject?: {
                    id: string;
                    type?: string;
                };
                undelivered: boolean;
                /** Format: date-time */
                until: string;
            };
            /** Format: date-time */
            endedAt?: string;
            /**
             * @description The `run` of its deliveries.
             * @example rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            instances: string[];
            perSecond: number;
            progress: {
                /**
                 * Format: date-time
                 * @description The detection time up to which that instance is done.
                 */
                at?: string;
                /** @description The instance being replayed. */
                instance?: string;
                /** @description Events examined. */
                scanned: number;
                /** @description Deliveries sent. */
                sent: number;
            };
            /** @enum {string} */
            state: "running" | "paused" | "completed" | "cancelled";
        };
        ReplayInput: {
            /**
             * @description With `true` nothing is sent, and the response says what would be. Send the same request with `false` to start.
             * @default true
             */
            dryRun?: boolean;
            /** @description Replay only these events, by id. */
            events?: string[];
            /**
             * @description Replay only these types.
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes?: string[];
            /** @description Replay only events that also match this event pattern. */
            filter?: Record<string, unknown>;
            /** @description Replay only these of the subscription's instances. */
            instances?: string[];
            /**
             * @description Deliveries started per second.
             * @default 50
             */
            perSecond?: number;
            /**
             * Format: date-time
             * @description Replay events detected at or after this instant. Default: as far back as events are kept; with `undelivered`, since the subscription was created.
             */
            since?: string;
            /**
             * @description Replay only events of one record.
             * @example {
             *       "type": "person",
             *       "id": "7"
             *     }
             */
            subject?: {
                id: string;
                type?: string;
            };
            /**
             * @description Replay only undelivered events: waiting, held, expired, or given up before the first attempt.
             * @default false
             */
            undelivered?: boolean;
            /**
             * Format: date-time
             * @description Replay events detected before this instant. Default: now.
             */
            until?: string;
        };
        ReplayPage: {
            items: components["schemas"]["Replay"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        ReplayPreview: {
            /**
             * @description The reasons, with `undelivered`.
             * @example {
             *       "expired": 3,
             *       "neverSent": 1
             *     }
             */
            byState?: {
                [key: string]: number;
            };
            /** @description `false`: there are more than one request could count. */
            complete: boolean;
            /** @enum {boolean} */
            dryRun: true;
            /**
             * @description The deliveries that the replay would send, as far as counted.
             * @example 1204
             */
            matches: number;
            sample: {
                /** Format: date-time */
                detectedAt: string;
                event: string;
                instance: string;
                type: string;
            }[];
        };
        Retry: {
            event: string;
            run: string;
        };
        Rewind: {
            /**
             * Format: date-time
             * @description Read changes again from this instant, by the source's dates. Default: from the start.
             * @example 2026-11-20T00:00:00Z
             */
            to?: string;
        };
        RotatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The signing secret, returned only once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        SecretRotation: {
            /**
             * @description The longest time that earlier secrets stay valid, including those with a longer overlap; `0` ends them immediately.
             * @default 86400
             * @example 86400
             */
            overlapSeconds?: number;
            /** @description Your own secret: `whsec_` and the base64 of 24 to 64 bytes. Default: Feedhook generates one. */
            secret?: string;
        };
        SentAlert: {
            /**
             * Format: date-time
             * @description When the reported condition began.
             * @example 2026-11-21T09:12:33.481Z
             */
            about: string;
            /** @example 1 */
            attempts: number;
            /**
             * @example email
             * @enum {string}
             */
            channel: "email" | "slack" | "teams" | "pagerduty";
            /**
             * @example endpoint_failing
             * @enum {string}
             */
            kind: "endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired" | "test" | "code";
            /**
             * @description Why the last attempt failed: `http_404`, `smtp_550`, `dns`, …
             * @example http_404
             */
            reason?: string;
            /**
             * @description `refused`: Feedhook retries later. `failed`: every attempt was refused. `unknown`: it may have arrived, and isn't sent again.
             * @example sent
             * @enum {string}
             */
            state: "sending" | "sent" | "refused" | "failed" | "unknown";
            /** @example sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            subscription?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:22:34.001Z
             */
            triedAt: string;
        };
        SlowestOwners: {
            items: components["schemas"]["Feed"][];
        };
        /** @description Set only while the source doesn't answer. */
        SourceOutage: {
            /** @example GET https://partner.example.com/acme/api/v1/en/person/timeline */
            asked: string;
            /**
             * @description The answer.
             * @example nothing listens there (ECONNREFUSED)
             */
            fault: string;
            /**
             * Format: date-time
             * @description Updated at most once a minute.
             */
            lastTry: string;
            /** Format: date-time */
            nextTry: string;
            /** Format: date-time */
            since: string;
        };
        Status: {
            /** Format: date-time */
            at: string;
            /**
             * @description Deliveries by state. Absent on AWS: counting would read the whole table.
             * @example {
             *       "waiting": 2,
             *       "delivered": 1204
             *     }
             */
            deliveries?: {
                [key: string]: number;
            };
            instances: {
                /** @description Whether first contact is complete: every list, and the documents of every owner found. */
                baselineDone: boolean;
                budget?: components["schemas"]["Budget"];
                /** Format: date-time */
                connectedAt?: string;
                /**
                 * @description By class: timelines, rooms, owners, small, walks, scrubs.
                 * @example {
                 *       "timelines": {
                 *         "lastPoll": "2026-11-21T09:12:40.112Z",
                 *         "lagSeconds": 12.4,
                 *         "status": "active",
                 *         "feeds": 6
                 *       }
                 *     }
                 */
                feeds: {
                    [key: string]: components["schemas"]["FeedStatus"];
                };
                firstContact?: components["schemas"]["FirstContact"];
                /**
                 * @description The worst known state: `stalled` if one of its feeds has stalled.
                 * @enum {string}
                 */
                health: "ok" | "source_unreachable" | "parked" | "stalled" | "paused";
                /** @example acme */
                name: string;
                /** @enum {string} */
                parkedReason?: "invalid_client" | "forbidden" | "unknown_instance";
                /** @description Set only while the source's clock and this machine's differ by more than 30 s. */
                sourceClockAheadSeconds?: number;
                /**
                 * @description `parked`: the source refuses the credentials; Feedhook tries again from time to time. `paused`: an operator paused it.
                 * @enum {string}
                 */
                status: "connecting" | "active" | "parked" | "paused";
                /** @description Whether the source accepts activities and phases as owners of documents. */
                subOwners?: {
                    /**
                     * @description `not_resolved`: it doesn't, so their documents can't be read. `unknown` until a walk has asked.
                     * @enum {string}
                     */
                    activities: "polled" | "not_resolved" | "unknown";
                    /**
                     * @description `not_resolved`: it doesn't, so their documents can't be read. `unknown` until a walk has asked.
                     * @enum {string}
                     */
                    phases: "polled" | "not_resolved" | "unknown";
                };
                unreachable?: components["schemas"]["SourceOutage"];
            }[];
            /** @description What needs an operator; empty if nothing does. */
            needsAttention: components["schemas"]["Attention"][];
            /**
             * @description Messages by queue; on AWS an approximation, up to a minute old.
             * @example {
             *       "deliver": {
             *         "ready": 3,
             *         "delayed": 0,
             *         "inFlight": 1,
             *         "dead": 0
             *       }
             *     }
             */
            queues?: {
                [key: string]: components["schemas"]["QueueDepth"];
            };
        };
        Subscription: {
            /**
             * @description Whether to send records found at first contact.
             * @example false
             */
            baseline: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            createdAt: string;
            description?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            disabledAt?: string;
            /**
             * @description The name of the key that disabled the subscription, or `operator`.
             * @example ci
             */
            disabledBy?: string;
            /**
             * @description `gone`: the endpoint returned 410; `requested`: the endpoint asked to stop; `unreachable`: the endpoint didn't recover in 14 days of being paused; `owner`: disabled through this API.
             * @enum {string}
             */
            disabledReason?: "gone" | "requested" | "unreachable" | "owner";
            /**
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes: string[];
            /** @description The filter as given. */
            filter?: Record<string, unknown>;
            /**
             * @description `cloudevents`: CloudEvents 1.0 as structured JSON. Otherwise Feedhook's own envelope.
             * @enum {string}
             */
            format: "envelope" | "cloudevents";
            /**
             * @description The names of your headers; their values are secret.
             * @example [
             *       "x-api-key"
             *     ]
             */
            headerNames: string[];
            /** @example sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            instances?: string[];
            /** @enum {string} */
            kind: "push" | "pull";
            /**
             * @description The maximum deliveries under way at once. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number;
            ordered: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload: "full" | "thin";
            /**
             * @description The maximum deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description The valid signing keys, newest first; none for a pull subscription. `expiresAt`: when the key's overlap ends. */
            signingKeys: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
            }[];
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description The time an endpoint has to respond. Default: 15 s.
             * @example 20
             */
            timeoutSeconds?: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            updatedAt: string;
            /**
             * @description Must use https, port 443 or 8443, and a public host name. Stored and returned in normalized form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
            /** @description Returned on create and update: settings that were accepted but won't work as they are. */
            warnings?: {
                field: string;
                message: string;
            }[];
        };
        SubscriptionDetail: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["Endpoint"];
        };
        SubscriptionInput: {
            /**
             * @description Whether to send records found at first contact.
             * @default false
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string;
            /**
             * @description Types, `<subject>.*` or `*`. `*` doesn't match `bridge.*`, which you must name.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes: string[];
            /**
             * @description An EventBridge event pattern on the event. Default: every event of these types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown>;
            /**
             * @description `cloudevents`: CloudEvents 1.0 as structured JSON. Otherwise Feedhook's own envelope.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /**
             * @description Headers sent with every delivery, at most 20. Values are never returned.
             * @example {
             *       "x-api-key": "…"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Default: every instance, including ones registered later.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description `push` (default): Feedhook posts events to `url`. `pull`: fetch them with `GET …/poll`.
             * @enum {string}
             */
            kind?: "push" | "pull";
            /**
             * @description The maximum deliveries under way at once. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number;
            /** @description Push only: send each record's events one at a time, oldest first. */
            ordered?: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description The maximum deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description Your own signing secret: `whsec_` and the base64 of 24 to 64 bytes. Default: Feedhook generates one. */
            secret?: string;
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description The time an endpoint has to respond. Default: 15 s.
             * @example 20
             */
            timeoutSeconds?: number;
            /**
             * @description Must use https, port 443 or 8443, and a public host name. Stored and returned in normalized form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
        };
        SubscriptionPage: {
            items: components["schemas"]["ListedSubscription"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description Pass it as `cursor` to get the next page. */
            nextCursor?: string;
        };
        /** @description JSON merge patch (RFC 7396): absent fields keep their values; null removes a field. */
        SubscriptionPatch: {
            /**
             * @description Whether to send records found at first contact.
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string | null;
            /**
             * @description Types, `<subject>.*` or `*`. `*` doesn't match `bridge.*`, which you must name.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description An EventBridge event pattern on the event. Default: every event of these types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown> | null;
            /**
             * @description `cloudevents`: CloudEvents 1.0 as structured JSON. Otherwise Feedhook's own envelope.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /** @description Sets the named headers, or removes those set to null; the others stay. */
            headers?: {
                [key: string]: string | null;
            } | null;
            /**
             * @description Default: every instance, including ones registered later.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[] | null;
            /**
             * @description `push` (default): Feedhook posts events to `url`. `pull`: fetch them with `GET …/poll`.
             * @enum {string}
             */
            kind?: "push" | "pull";
            /**
             * @description The maximum deliveries under way at once. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number | null;
            /** @description Push only: send each record's events one at a time, oldest first. */
            ordered?: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description The maximum deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number | null;
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description The time an endpoint has to respond. Default: 15 s.
             * @example 20
             */
            timeoutSeconds?: number | null;
            /**
             * @description Must use https, port 443 or 8443, and a public host name. Stored and returned in normalized form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
        };
        SubscriptionStatistics: {
            /**
             * Format: date-time
             * @description The start of the oldest slot.
             * @example 2026-11-20T09:20:00.000Z
             */
            since: string;
            /** @description The slots, oldest first, without those that have no attempts. */
            slots: {
                /**
                 * Format: date-time
                 * @description When the slot began.
                 * @example 2026-11-21T09:10:00.000Z
                 */
                at: string;
                /** @example 480 */
                attempts: number;
                /**
                 * @description The median response time of all statuses; estimated.
                 * @example 84
                 */
                p50Ms?: number;
                /**
                 * @description The 95th percentile of the response time.
                 * @example 310
                 */
                p95Ms?: number;
                /**
                 * @description The share with a 2xx response, from 0 to 1.
                 * @example 0.995
                 */
                successRate: number;
            }[];
            /** @example 600 */
            slotSeconds: number;
            /**
             * Format: date-time
             * @description The end of the newest slot, which is still running.
             * @example 2026-11-21T09:20:00.000Z
             */
            until: string;
        };
    };
    responses: {
        /** @description A problem */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
         * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
         */
        FeedhookPartner: string;
        /**
         * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of the response you have. Returns 304 if nothing changed.
         * @example "3.mV0aCgq1pA7w"
         */
        IfNoneMatch: string;
        /**
         * @description `true` for an example that was requested.
         * @example true
         */
        WebhookExample: string;
        /**
         * @description The event's id, the same on every attempt. Use it to drop duplicates.
         * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
         */
        WebhookId: string;
        /**
         * @description `true` if a newer event of its record may have been delivered before it.
         * @example true
         */
        WebhookLate: string;
        /**
         * @description `true` if the delivery was requested again.
         * @example true
         */
        WebhookReplay: string;
        /**
         * @description `v1,` and the base64 of an HMAC-SHA256 over `<id>.<timestamp>.<body>`. With several, separated by spaces, one match is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description When this attempt was sent, in Unix seconds. Refuse attempts older than five minutes.
         * @example 1795252353
         */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this version for `If-None-Match` and, where supported, `If-Match`.
         * @example "3.mV0aCgq1pA7w"
         */
        ETag: string;
        /**
         * @description `true` if the response is that of the first request.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description The requests left (`r`) and the seconds until all are available again (`t`).
         * @example "key";r=598;t=1
         */
        RateLimit: string;
        /**
         * @description The number of requests (`q`) allowed in a window of `w` seconds.
         * @example "key";q=600;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait before sending the request again.
         * @example 5
         */
        RetryAfter: string;
        /**
         * @description How to authenticate.
         * @example Bearer realm="feedhook"
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    listAudit: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. A page ends earlier at about 1 MB, with `more` set to true. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "at": "2026-11-21T09:12:33.481Z",
                     *           "operation": "rotateSecret",
                     *           "method": "POST",
                     *           "path": "/v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret",
                     *           "fields": [
                     *             "overlapSeconds"
                     *           ],
                     *           "status": 200,
                     *           "by": "partner",
                     *           "key": {
                     *             "id": "k2Jm",
                     *             "name": "CRM import"
                     *           },
                     *           "address": "198.51.100.7",
                     *           "times": 240
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    redriveChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages are tried again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redriven": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Redriven"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance": "acme",
                 *       "subject": {
                 *         "type": "person",
                 *         "id": "p4Kd"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description The erasure is accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "p4Kd"
                     *       },
                     *       "acceptedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All event types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "type": "person.updated",
                     *           "subject": "person",
                     *           "operational": false,
                     *           "description": "Fields of a person changed.",
                     *           "since": "0.1.0",
                     *           "schemaPath": "/schemas/events/person.updated.json"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getEventType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event type */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "person.updated",
                     *       "subject": "person",
                     *       "operational": false,
                     *       "description": "Fields of a person changed.",
                     *       "since": "0.1.0",
                     *       "schemaPath": "/schemas/events/person.updated.json",
                     *       "jsonSchema": {
                     *         "title": "person.updated",
                     *         "type": "object"
                     *       },
                     *       "exampleEvent": {
                     *         "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *         "type": "person.updated",
                     *         "timestamp": "2026-11-21T09:12:33.481Z",
                     *         "timestampFrom": "source",
                     *         "detectedAt": "2026-11-21T09:12:40.112Z",
                     *         "instance": "acme",
                     *         "subject": {
                     *           "type": "person",
                     *           "id": "XEVD4d9gXuQ",
                     *           "seq": 1795321576,
                     *           "part": 1
                     *         },
                     *         "data": {
                     *           "id": "XEVD4d9gXuQ",
                     *           "firstName": "Ingrid",
                     *           "lastName": "Olsen",
                     *           "primaryEmail": "ingrid.olsen@example.com",
                     *           "jobTitle": "Controller",
                     *           "directPhone": "+47 61116528",
                     *           "externalReference": "crm-1013",
                     *           "companyId": "lN-Uht7j2Vk",
                     *           "countryCode": "NO",
                     *           "isActive": true,
                     *           "emailAliases": [],
                     *           "externalIds": [],
                     *           "created": "2026-09-24T22:46:24.943935Z",
                     *           "createdBy": "mbrNu9vTZ-Y",
                     *           "modified": "2026-11-21T09:12:33.481224Z",
                     *           "modifiedBy": "kIgNNxcRfVk"
                     *         },
                     *         "changes": [
                     *           {
                     *             "field": "jobTitle",
                     *             "from": "Case handler",
                     *             "to": "Controller"
                     *           }
                     *         ],
                     *         "detectedBy": "timeline"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventType"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The instance whose events to return. */
                instance: string;
                /** @description The maximum number of items per page. A page ends earlier at about 1 MB, with `more` set to true. */
                limit?: number;
                /** @description `newest` looks back from now. `oldest` follows new events: keep `nextCursor` and request again. */
                order?: "newest" | "oldest";
                /** @description Return only events detected at or after this instant. */
                since?: string;
                /** @description Return only events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Return only this type: a type, `<subject>.*` or `*`, as in subscriptions. */
                type?: string;
                /** @description Return only events detected before this instant. With `order=oldest` the default is 60 s ago, because an event published late can appear behind a cursor. To miss no event, use webhooks or a pull subscription. */
                until?: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *           "type": "person.updated",
                     *           "timestamp": "2026-11-21T09:12:33.481Z",
                     *           "timestampFrom": "source",
                     *           "detectedAt": "2026-11-21T09:12:40.112Z",
                     *           "instance": "acme",
                     *           "subject": {
                     *             "type": "person",
                     *             "id": "XEVD4d9gXuQ",
                     *             "seq": 1795321576,
                     *             "part": 1
                     *           },
                     *           "data": {
                     *             "id": "XEVD4d9gXuQ",
                     *             "firstName": "Ingrid",
                     *             "lastName": "Olsen",
                     *             "primaryEmail": "ingrid.olsen@example.com",
                     *             "jobTitle": "Controller",
                     *             "directPhone": "+47 61116528",
                     *             "externalReference": "crm-1013",
                     *             "companyId": "lN-Uht7j2Vk",
                     *             "countryCode": "NO",
                     *             "isActive": true,
                     *             "emailAliases": [],
                     *             "externalIds": [],
                     *             "created": "2026-09-24T22:46:24.943935Z",
                     *             "createdBy": "mbrNu9vTZ-Y",
                     *             "modified": "2026-11-21T09:12:33.481224Z",
                     *             "modifiedBy": "kIgNNxcRfVk"
                     *           },
                     *           "changes": [
                     *             {
                     *               "field": "jobTitle",
                     *               "from": "Case handler",
                     *               "to": "Controller"
                     *             }
                     *           ],
                     *           "detectedBy": "timeline"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getEvent: {
        parameters: {
            query: {
                instance: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *       "type": "person.updated",
                     *       "timestamp": "2026-11-21T09:12:33.481Z",
                     *       "timestampFrom": "source",
                     *       "detectedAt": "2026-11-21T09:12:40.112Z",
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "XEVD4d9gXuQ",
                     *         "seq": 1795321576,
                     *         "part": 1
                     *       },
                     *       "data": {
                     *         "id": "XEVD4d9gXuQ",
                     *         "firstName": "Ingrid",
                     *         "lastName": "Olsen",
                     *         "primaryEmail": "ingrid.olsen@example.com",
                     *         "jobTitle": "Controller",
                     *         "directPhone": "+47 61116528",
                     *         "externalReference": "crm-1013",
                     *         "companyId": "lN-Uht7j2Vk",
                     *         "countryCode": "NO",
                     *         "isActive": true,
                     *         "emailAliases": [],
                     *         "externalIds": [],
                     *         "created": "2026-09-24T22:46:24.943935Z",
                     *         "createdBy": "mbrNu9vTZ-Y",
                     *         "modified": "2026-11-21T09:12:33.481224Z",
                     *         "modifiedBy": "kIgNNxcRfVk"
                     *       },
                     *       "changes": [
                     *         {
                     *           "field": "jobTitle",
                     *           "from": "Case handler",
                     *           "to": "Controller"
                     *         }
                     *       ],
                     *       "detectedBy": "timeline"
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    explain: {
        parameters: {
            query: {
                instance: string;
                /** @description `<type>/<id>`, as in an event's `subject`. */
                subject: string;
                /** @description Explain this subscription only, even if it doesn't want the type. Default: every subscription that wants the type. */
                subscription?: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "k2Jm"
                     *       },
                     *       "summary": "It was delivered.",
                     *       "findings": [
                     *         {
                     *           "code": "baseline",
                     *           "text": "It was delivered."
                     *         }
                     *       ],
                     *       "record": {
                     *         "state": "live",
                     *         "seq": 12,
                     *         "firstSeenAt": "2026-11-21T09:12:33.481Z",
                     *         "lastSeenAt": "2026-11-21T09:12:33.481Z",
                     *         "modified": "modified",
                     *         "changes": [
                     *           {
                     *             "seq": 12,
                     *             "seenAt": "2026-11-21T09:12:33.481Z",
                     *             "detectedBy": "timeline",
                     *             "types": [
                     *               "person.updated"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "feeds": [
                     *         {
                     *           "id": "k2Jm",
                     *           "status": "active",
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "quarantined": false
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "seq": 12,
                     *           "detectedAt": "2026-11-21T09:12:33.481Z",
                     *           "kept": false,
                     *           "deliveries": [
                     *             {
                     *               "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *               "outcome": "delivered"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listFeeds: {
        parameters: {
            query: {
                /** @description Return only these. */
                class?: "timelines" | "rooms" | "owners" | "walks" | "small" | "scrubs";
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                instance: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme#owner#Company#k2Jm",
                     *           "instance": "acme",
                     *           "kind": "person-timeline",
                     *           "class": "timelines",
                     *           "owner": {
                     *             "type": "person.updated",
                     *             "id": "k2Jm"
                     *           },
                     *           "query": {},
                     *           "status": "active",
                     *           "drained": false,
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "lagSeconds": 12.4,
                     *           "failures": 12,
                     *           "retryAt": "2026-11-21T09:12:33.481Z",
                     *           "lastError": "unavailable",
                     *           "stalledSince": "2026-11-21T09:12:33.481Z",
                     *           "rewinding": true,
                     *           "periodSeconds": 12,
                     *           "changesPerDay": 12,
                     *           "estimated": true,
                     *           "statistics": {
                     *             "rows": 12,
                     *             "duplicates": 12,
                     *             "missed": 12,
                     *             "quarantined": 12,
                     *             "pages": 12
                     *           }
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx",
                     *       "budget": {
                     *         "requestsPerSecond": 5,
                     *         "current": 12,
                     *         "unspent": 12,
                     *         "total": {
                     *           "granted": 48210,
                     *           "used": 46870,
                     *           "givenBack": 1305
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeedPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The feed's id, percent-encoded because it contains `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded because it contains `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": "acme#person-walk#5c0d0b6c1f2a",
                     *       "row": "row",
                     *       "keptAt": "2026-11-21T09:12:33.481Z",
                     *       "reason": "unreadable",
                     *       "bytes": 12,
                     *       "body": {},
                     *       "shortened": false,
                     *       "waiting": false,
                     *       "triedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantinedRowDetail"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    discardQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discarded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    retryQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retry is scheduled */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebaselineFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded because it contains `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded because it contains `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rewindFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded because it contains `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "2026-11-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Rewind"];
            };
        };
        responses: {
            /** @description The current feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testFilter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "changes": {
                 *           "field": [
                 *             "jobTitle"
                 *           ]
                 *         }
                 *       },
                 *       "eventTypes": [
                 *         "person.*"
                 *       ],
                 *       "instance": "acme"
                 *     }
                 */
                "application/json": components["schemas"]["FilterTest"];
            };
        };
        responses: {
            /** @description The verdict on each event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tested": 1,
                     *       "matches": 0,
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "document.moved",
                     *           "detectedAt": "2026-11-21T09:12:40.112Z",
                     *           "matches": false,
                     *           "undecided": true,
                     *           "why": [
                     *             {
                     *               "field": "owner.type",
                     *               "message": "no value matches",
                     *               "wanted": [
                     *                 "Project"
                     *               ],
                     *               "found": [
                     *                 "Company"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FilterTestResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listInstances: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "acme",
                     *           "status": "connecting",
                     *           "parkedReason": "invalid_client",
                     *           "requestsPerSecond": 5,
                     *           "rooms": [
                     *             "k2Jm"
                     *           ],
                     *           "registeredAt": "2026-11-21T09:12:33.481Z",
                     *           "connectedAt": "2026-11-21T09:12:34.000Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["InstancePage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    putInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credentials": {
                 *         "clientId": "feedhook",
                 *         "clientSecret": "…"
                 *       },
                 *       "requestsPerSecond": 5,
                 *       "rooms": [
                 *         "k2Jm"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InstanceInput"];
            };
        };
        responses: {
            /** @description The current instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description Registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebaselineInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    approveRemovals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision is recorded */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    dismissRemovals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision is recorded */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rewindInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "2026-11-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Rewind"];
            };
        };
        responses: {
            /** @description The current instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSlowestOwners: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The owners, longest wait first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme#owner#Company#k2Jm",
                     *           "instance": "acme",
                     *           "kind": "person-timeline",
                     *           "class": "timelines",
                     *           "owner": {
                     *             "type": "person.updated",
                     *             "id": "k2Jm"
                     *           },
                     *           "query": {},
                     *           "status": "active",
                     *           "drained": false,
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "lagSeconds": 12.4,
                     *           "failures": 12,
                     *           "retryAt": "2026-11-21T09:12:33.481Z",
                     *           "lastError": "unavailable",
                     *           "stalledSince": "2026-11-21T09:12:33.481Z",
                     *           "rewinding": true,
                     *           "periodSeconds": 12,
                     *           "changesPerDay": 12,
                     *           "estimated": true,
                     *           "statistics": {
                     *             "rows": 12,
                     *             "duplicates": 12,
                     *             "missed": 12,
                     *             "quarantined": 12,
                     *             "pages": 12
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SlowestOwners"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testCredentials: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "feedhook",
                 *       "clientSecret": "…"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialTestInput"];
            };
        };
        responses: {
            /** @description The test's result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "works",
                     *       "findings": [
                     *         {
                     *           "level": "good",
                     *           "text": "The credentials read with the scope `read` and can't write."
                     *         }
                     *       ],
                     *       "reason": "invalid_client",
                     *       "fault": "fault",
                     *       "scope": "read",
                     *       "mayWrite": false,
                     *       "sourceAheadSeconds": 0,
                     *       "lists": [
                     *         {
                     *           "path": "/project/timeline",
                     *           "outcome": "answers",
                     *           "pageLimit": 1000
                     *         }
                     *       ],
                     *       "requests": 15
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTest"];
                };
            };
            /** @description No worker was free in time: try again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "works",
                     *       "findings": [
                     *         {
                     *           "level": "good",
                     *           "text": "The credentials read with the scope `read` and can't write."
                     *         }
                     *       ],
                     *       "reason": "invalid_client",
                     *       "fault": "fault",
                     *       "scope": "read",
                     *       "mayWrite": false,
                     *       "sourceAheadSeconds": 0,
                     *       "lists": [
                     *         {
                     *           "path": "/project/timeline",
                     *           "outcome": "answers",
                     *           "pageLimit": 1000
                     *         }
                     *       ],
                     *       "requests": 15
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTest"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key and its partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": {
                     *         "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *         "name": "billing service",
                     *         "scopes": [
                     *           "read"
                     *         ]
                     *       },
                     *       "operator": false,
                     *       "version": "0.1.0",
                     *       "partner": {
                     *         "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *         "name": "Acme CRM",
                     *         "status": "active",
                     *         "instances": [
                     *           "acme"
                     *         ],
                     *         "quotas": {
                     *           "subscriptions": 100,
                     *           "keys": 100,
                     *           "replayPerSecond": 200,
                     *           "deliveriesPerSecond": 100
                     *         },
                     *         "portalOrigins": [
                     *           "https://app.acme.example"
                     *         ],
                     *         "createdAt": "2026-11-21T09:12:33.481Z",
                     *         "updatedAt": "2026-11-21T09:12:33.481Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listOperatorKeys: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "billing service",
                     *           "scopes": [
                     *             "manage"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing service",
                 *       "scopes": [
                 *         "manage"
                 *       ],
                 *       "expiresAt": "2027-11-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key. Its text is returned only here */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "billing service",
                     *       "scopes": [
                     *         "manage"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z",
                     *       "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *       "key": "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokeOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "Acme CRM",
                     *           "status": "active",
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "quotas": {
                     *             "subscriptions": 100,
                     *             "keys": 100,
                     *             "replayPerSecond": 200,
                     *             "deliveriesPerSecond": 100
                     *           },
                     *           "portalOrigins": [
                     *             "https://app.acme.example"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "updatedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["PartnerPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme CRM",
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "portalOrigins": [
                 *         "https://app.acme.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PartnerInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deletePartner: {
        parameters: {
            query?: {
                /** @description The partner's id again. Without it nothing is deleted, and the response says what would be. */
                confirm?: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It receives nothing from now on. The rest is deleted in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updatePartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` from your last read. If the settings changed since, the request fails with 412 and changes nothing. */
                "if-match"?: string;
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme CRM",
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "portalOrigins": [
                 *         "https://app.acme.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PartnerPatch"];
            };
        };
        responses: {
            /** @description The current partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "teams": {
                     *         "host": "logic.azure.com"
                     *       },
                     *       "pagerduty": {
                     *         "host": "events.pagerduty.com"
                     *       },
                     *       "failingAfterMinutes": 10,
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` from your last read. If the settings changed since, the request fails with 412 and changes nothing. */
                "if-match"?: string;
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "oncall@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["AlertsPatch"];
            };
        };
        responses: {
            /** @description The current settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "teams": {
                     *         "host": "logic.azure.com"
                     *       },
                     *       "pagerduty": {
                     *         "host": "events.pagerduty.com"
                     *       },
                     *       "failingAfterMinutes": 10,
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    confirmAlertEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "20481923"
                 *     }
                 */
                "application/json": components["schemas"]["AlertsConfirmation"];
            };
        };
        responses: {
            /** @description Confirmed: the current settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "teams": {
                     *         "host": "logic.azure.com"
                     *       },
                     *       "pagerduty": {
                     *         "host": "events.pagerduty.com"
                     *       },
                     *       "failingAfterMinutes": 10,
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of each channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "channel": "email",
                     *           "outcome": "sent",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertsTest"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "billing service",
                     *           "scopes": [
                     *             "manage"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing service",
                 *       "scopes": [
                 *         "manage"
                 *       ],
                 *       "expiresAt": "2027-11-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key. Its text is returned only here */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "billing service",
                     *       "scopes": [
                     *         "manage"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z",
                     *       "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *       "key": "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                key: string;
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listPortalLinks: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "state": "unopened",
                     *           "access": "read",
                     *           "by": "partner",
                     *           "key": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC",
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "openedAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalLinkPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresInSeconds": 600
                 *     }
                 */
                "application/json": components["schemas"]["PortalLinkInput"];
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "url": "https://feedhook.example.com/portal#token=fh_…",
                     *       "token": "fh_…",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedPortalLink"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokePortalLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                link: string;
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumePartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    suspendPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    openPortalSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "fh_…",
                     *       "access": "read",
                     *       "partner": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listQuarantine: {
        parameters: {
            query: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                instance: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "feed": "acme#person-walk#5c0d0b6c1f2a",
                     *           "row": "row",
                     *           "keptAt": "2026-11-21T09:12:33.481Z",
                     *           "reason": "unreadable",
                     *           "bytes": 12
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantinePage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    redriveQueue: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                queue: "ticks" | "poll" | "fanout" | "deliver" | "deliver-slow" | "recover" | "alerts";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages are tried again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redriven": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Redriven"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listHeldRemovals: {
        parameters: {
            query: {
                instance: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All held removals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "source": "person",
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "missing": 12,
                     *           "known": 12,
                     *           "sample": [
                     *             {
                     *               "type": "person",
                     *               "id": "k2Jm",
                     *               "name": "Ingrid Olsen"
                     *             }
                     *           ],
                     *           "decision": "approved",
                     *           "decidedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HeldRemovals"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of instances, queues and deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T09:12:33.481Z",
                     *       "instances": [
                     *         {
                     *           "name": "acme",
                     *           "status": "connecting",
                     *           "parkedReason": "invalid_client",
                     *           "health": "ok",
                     *           "unreachable": {
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "asked": "GET https://partner.example.com/acme/api/v1/en/person/timeline",
                     *             "fault": "nothing listens there (ECONNREFUSED)",
                     *             "lastTry": "2026-11-21T09:12:33.481Z",
                     *             "nextTry": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "sourceClockAheadSeconds": 12,
                     *           "baselineDone": false,
                     *           "firstContact": {
                     *             "lists": 12,
                     *             "ofLists": 12,
                     *             "pages": 118,
                     *             "documentPages": 2310,
                     *             "ownersMet": 12,
                     *             "ownersKnown": 12,
                     *             "secondsLeft": 12,
                     *             "left": [
                     *               {
                     *                 "feed": "acme#owner#Person#12",
                     *                 "reason": "unavailable_500",
                     *                 "nextTry": "2026-11-21T09:12:33.481Z"
                     *               }
                     *             ]
                     *           },
                     *           "connectedAt": "2026-11-21T09:12:33.481Z",
                     *           "subOwners": {
                     *             "activities": "polled",
                     *             "phases": "polled"
                     *           },
                     *           "budget": {
                     *             "requestsPerSecond": 5,
                     *             "current": 12,
                     *             "unspent": 12,
                     *             "total": {
                     *               "granted": 48210,
                     *               "used": 46870,
                     *               "givenBack": 1305
                     *             }
                     *           },
                     *           "feeds": {
                     *             "timelines": {
                     *               "lastPoll": "2026-11-21T09:12:40.112Z",
                     *               "lagSeconds": 12.4,
                     *               "status": "active",
                     *               "feeds": 6
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "needsAttention": [
                     *         {
                     *           "kind": "source_unreachable",
                     *           "instance": "acme",
                     *           "what": "what",
                     *           "count": 42,
                     *           "more": true,
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "action": "action",
                     *           "command": "npm run redrive -- --stage prod",
                     *           "docs": "docs"
                     *         }
                     *       ],
                     *       "queues": {
                     *         "deliver": {
                     *           "ready": 3,
                     *           "delayed": 0,
                     *           "inFlight": 1,
                     *           "dead": 0
                     *         }
                     *       },
                     *       "deliveries": {
                     *         "waiting": 2,
                     *         "delivered": 1204
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "kind": "push",
                     *           "ordered": false,
                     *           "url": "https://hooks.example.com/feedhook",
                     *           "eventTypes": [
                     *             "person.*"
                     *           ],
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "filter": {},
                     *           "baseline": false,
                     *           "description": "CRM import",
                     *           "status": "active",
                     *           "format": "envelope",
                     *           "payload": "full",
                     *           "timeoutSeconds": 20,
                     *           "maxConcurrency": 10,
                     *           "ratePerSecond": 50,
                     *           "headerNames": [
                     *             "x-api-key"
                     *           ],
                     *           "signingKeys": [
                     *             {
                     *               "createdAt": "2026-11-21T09:12:33.481Z",
                     *               "expiresAt": "2026-11-21T09:12:33.481Z"
                     *             }
                     *           ],
                     *           "warnings": [
                     *             {
                     *               "field": "filter.owner.typ",
                     *               "message": "can't match: events of these types have no such field"
                     *             }
                     *           ],
                     *           "disabledReason": "gone",
                     *           "disabledAt": "2026-11-21T09:12:33.481Z",
                     *           "disabledBy": "ci",
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "updatedAt": "2026-11-21T09:12:33.481Z",
                     *           "endpoint": {
                     *             "state": "healthy",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "lane": "fast",
                     *             "failures": 12,
                     *             "recentFailures": 12,
                     *             "nextProbeAt": "2026-11-21T09:12:33.481Z",
                     *             "lastFailure": {
                     *               "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *               "run": "0",
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "status": 500,
                     *               "error": "dns",
                     *               "responseExcerpt": "ok"
                     *             },
                     *             "lastHour": {
                     *               "attempts": 480,
                     *               "successRate": 0.995,
                     *               "p50Ms": 84,
                     *               "p95Ms": 310
                     *             },
                     *             "lastDay": {
                     *               "attempts": 480,
                     *               "successRate": 0.995,
                     *               "p50Ms": 84,
                     *               "p95Ms": 310
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/feedhook",
                 *       "eventTypes": [
                 *         "person.*",
                 *         "document.created"
                 *       ],
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "filter": {
                 *         "owner": {
                 *           "type": [
                 *             "Project"
                 *           ]
                 *         },
                 *         "changes": {
                 *           "field": [
                 *             "status"
                 *           ]
                 *         }
                 *       },
                 *       "baseline": false,
                 *       "description": "CRM import",
                 *       "timeoutSeconds": 20,
                 *       "maxConcurrency": 10,
                 *       "ratePerSecond": 50,
                 *       "headers": {
                 *         "x-api-key": "…"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSubscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "endpoint": {
                     *         "state": "healthy",
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "lane": "fast",
                     *         "failures": 12,
                     *         "recentFailures": 12,
                     *         "nextProbeAt": "2026-11-21T09:12:33.481Z",
                     *         "lastFailure": {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "run": "0",
                     *           "at": "2026-11-21T09:12:33.481Z",
                     *           "durationMs": 12,
                     *           "status": 500,
                     *           "error": "dns",
                     *           "responseExcerpt": "ok"
                     *         },
                     *         "lastHour": {
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         },
                     *         "lastDay": {
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         },
                     *         "backlog": {
                     *           "held": 12,
                     *           "waiting": 12,
                     *           "more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` from your last read. If the settings changed since, the request fails with 412 and changes nothing. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/feedhook",
                 *       "eventTypes": [
                 *         "person.*",
                 *         "document.created"
                 *       ],
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "filter": {
                 *         "owner": {
                 *           "type": [
                 *             "Project"
                 *           ]
                 *         },
                 *         "changes": {
                 *           "field": [
                 *             "status"
                 *           ]
                 *         }
                 *       },
                 *       "baseline": false,
                 *       "description": "CRM import",
                 *       "timeoutSeconds": 20,
                 *       "maxConcurrency": 10,
                 *       "ratePerSecond": 50
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionPatch"];
            };
        };
        responses: {
            /** @description The current subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    acknowledgeEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ackIds": [
                 *         "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AckInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "acknowledged": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AckAnswer"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Return only events detected on this day (UTC). */
                day?: string;
                /** @description Return only deliveries whose last attempt failed with this error. */
                error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
                /** @description The maximum number of items per page. A page ends earlier at about 1 MB, with `more` set to true. */
                limit?: number;
                /** @description Return only events detected at or after this instant. */
                since?: string;
                /** @description Return only these. */
                state?: "waiting" | "delivered" | "expired" | "held" | "blocked" | "failed";
                /** @description Return only deliveries whose last attempt returned this status. */
                status?: string;
                /** @description Return only events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Return only events of this type; `<subject>.*` matches all types of a subject. */
                type?: string;
                /** @description Return only events detected before this instant. */
                until?: string;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "run": "0",
                     *           "state": "waiting",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "timingMs": {
                     *                 "dns": 12,
                     *                 "connect": 12,
                     *                 "tls": 12,
                     *                 "firstByte": 12
                     *               },
                     *               "status": 204,
                     *               "error": "dns",
                     *               "requestHeaders": {
                     *                 "content-type": "application/json",
                     *                 "user-agent": "Feedhook/1.0.0",
                     *                 "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *                 "webhook-timestamp": "1795252353",
                     *                 "webhook-signature": "v1,…"
                     *               },
                     *               "responseHeaders": {
                     *                 "content-type": "text/plain",
                     *                 "server": "nginx",
                     *                 "x-request-id": "7f3c"
                     *               },
                     *               "responseExcerpt": "relation \"contacts\" does not exist"
                     *             }
                     *           ],
                     *           "nextAttemptAt": "2026-11-21T09:12:33.481Z",
                     *           "wait": {
                     *             "reason": "retry",
                     *             "sentence": "HTTP 503 with Retry-After 30 s: the next attempt is at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *           },
                     *           "responseExcerpt": "ok"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                event: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event's deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "run": "0",
                     *           "state": "waiting",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "timingMs": {
                     *                 "dns": 12,
                     *                 "connect": 12,
                     *                 "tls": 12,
                     *                 "firstByte": 12
                     *               },
                     *               "status": 204,
                     *               "error": "dns",
                     *               "requestHeaders": {
                     *                 "content-type": "application/json",
                     *                 "user-agent": "Feedhook/1.0.0",
                     *                 "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *                 "webhook-timestamp": "1795252353",
                     *                 "webhook-signature": "v1,…"
                     *               },
                     *               "responseHeaders": {
                     *                 "content-type": "text/plain",
                     *                 "server": "nginx",
                     *                 "x-request-id": "7f3c"
                     *               },
                     *               "responseExcerpt": "relation \"contacts\" does not exist"
                     *             }
                     *           ],
                     *           "nextAttemptAt": "2026-11-21T09:12:33.481Z",
                     *           "wait": {
                     *             "reason": "retry",
                     *             "sentence": "HTTP 503 with Retry-After 30 s: the next attempt is at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *           },
                     *           "responseExcerpt": "ok"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventDeliveries"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                event: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "run": "0"
                     *     }
                     */
                    "application/json": components["schemas"]["Retry"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    sendExample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "person.updated",
                 *       "data": {
                 *         "firstName": "Ada"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExampleInput"];
            };
        };
        responses: {
            /** @description The endpoint's response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            /** @description No response yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pingSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint's response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            /** @description No response yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pollEvents: {
        parameters: {
            query?: {
                /** @description The duration of the lease. */
                leaseSeconds?: number;
                /** @description The maximum number of deliveries. A response ends earlier at about 1 MB. Only an empty response means that none wait. */
                limit?: number;
                /** @description Seconds to wait for a delivery if there is none. At most five requests of a partner, and 25 in all, wait at a time; others get an empty response at once. Pause for a second after an empty response. */
                wait?: number | null;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events; empty if none wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "ackId": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0",
                     *           "fetched": 1,
                     *           "leasedUntil": "2026-11-21T09:12:33.481Z",
                     *           "replay": true,
                     *           "event": {
                     *             "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *             "type": "person.updated",
                     *             "timestamp": "2026-11-21T09:12:33.481Z",
                     *             "timestampFrom": "source",
                     *             "detectedAt": "2026-11-21T09:12:40.112Z",
                     *             "instance": "acme",
                     *             "subject": {
                     *               "type": "person",
                     *               "id": "XEVD4d9gXuQ",
                     *               "seq": 1795321576,
                     *               "part": 1
                     *             },
                     *             "data": {
                     *               "id": "XEVD4d9gXuQ",
                     *               "firstName": "Ingrid",
                     *               "lastName": "Olsen",
                     *               "primaryEmail": "ingrid.olsen@example.com",
                     *               "jobTitle": "Controller",
                     *               "directPhone": "+47 61116528",
                     *               "externalReference": "crm-1013",
                     *               "companyId": "lN-Uht7j2Vk",
                     *               "countryCode": "NO",
                     *               "isActive": true,
                     *               "emailAliases": [],
                     *               "externalIds": [],
                     *               "created": "2026-09-24T22:46:24.943935Z",
                     *               "createdBy": "mbrNu9vTZ-Y",
                     *               "modified": "2026-11-21T09:12:33.481224Z",
                     *               "modifiedBy": "kIgNNxcRfVk"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "field": "jobTitle",
                     *                 "from": "Case handler",
                     *                 "to": "Controller"
                     *               }
                     *             ],
                     *             "detectedBy": "timeline"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PulledDeliveries"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listReplays: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the last 30 days' replays; of finished ones, at most a hundred per partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "state": "running",
                     *           "criteria": {
                     *             "events": [
                     *               "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *             ],
                     *             "eventTypes": [
                     *               "person.*"
                     *             ],
                     *             "subject": {
                     *               "type": "person.updated",
                     *               "id": "k2Jm"
                     *             },
                     *             "filter": {},
                     *             "undelivered": false,
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "perSecond": 12,
                     *           "progress": {
                     *             "scanned": 12,
                     *             "sent": 12,
                     *             "instance": "acme",
                     *             "at": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "endedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayPage"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventTypes": [
                 *         "person.*"
                 *       ],
                 *       "subject": {
                 *         "type": "person",
                 *         "id": "7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description Dry run: the number of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": true,
                     *       "matches": 1204,
                     *       "complete": false,
                     *       "byState": {
                     *         "expired": 3,
                     *         "neverSent": 1
                     *       },
                     *       "sample": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "detectedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayPreview"];
                };
            };
            /** @description The replay has started */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The subscription with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSubscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: act on behalf of this partner. Ignored with a partner's own key.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the response you have. Returns 304 if nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-11-20T09:20:00.000Z",
                     *       "until": "2026-11-21T09:20:00.000Z",
                     *       "slotSeconds": 600,
                     *       "slots": [
                     *         {
                     *           "at": "2026-11-21T09:10:00.000Z",
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionStatistics"];
                };
            };
            /** @description Not modified since the `ETag` in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
}
