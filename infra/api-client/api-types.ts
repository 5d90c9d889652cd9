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
         * List audit log entries, newest first
         * @description Returns the changes from the last 400 days: those made with the partner's keys, and those that operators made to the partner. On each day (UTC), the first 2,000 changes with the partner's keys and the first 2,000 by operators have their own entries. Later changes are counted per operation per hour.
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
         * @description Publishes changes that couldn't be published before. Fix the cause first. On AWS, the API doesn't have permission to do this. The `wrong-state` response contains the command to run instead.
         */
        post: operations["redriveChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an instance's completeness
         * @description Returns, for each kind of record, the time up to which an instance's changes and removals are known to be read and published, and what is uncertain. With `to`, also returns whether the period is complete.
         */
        get: operations["getCompleteness"];
        put?: never;
        post?: never;
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
         * @description Within half an hour, deletes the record's events, the values of its changes, its quarantined rows, and endpoints' responses to its events. Data that the source still returns isn't deleted. You can safely repeat the request.
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
         * @description Returns event types.
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
         * Retrieve an event type
         * @description Returns an event type.
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
         * List an instance's events
         * @description A request examines at most 24 hours that have events and at most 2,000 events, and skips at most about 4 MB of events. Therefore, a page can be short or empty even if `more` is true.
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
         * @description Returns an event.
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
         * @description Explains why an event did or didn't appear for a record.
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
         * List an instance's feeds
         * @description Feedhook finds owners' feeds through the owners' records. A request reads at most 100 pages of records, so a page of feeds can be short or empty even if `more` is true.
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
         * @description Returns a feed.
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
         * @description The feed keeps its position. A visit in progress writes nothing more.
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
         * @description Returns a quarantined row.
         */
        get: operations["getQuarantinedRow"];
        put?: never;
        post?: never;
        /**
         * Discard a quarantined row
         * @description Discards a quarantined row.
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
         * @description The feed's next visit reads the record again. If this succeeds, the row leaves quarantine and the record is published.
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
         * @description Reads the feed again, as at its first contact. Records that Feedhook hasn't seen before are published as baseline events if they last changed before the instance was registered. Known records keep their history.
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
         * @description The feed continues from its position at the next tick, even if it was backing off or parked.
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
         * @description The next visit reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.
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
         * @description Tests events against event types and a filter. For each event that a subscription with these settings wouldn't receive, returns the reasons, field by field. Nothing is stored or sent.
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
         * List instances, sorted by name
         * @description Returns instances, sorted by name.
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
         * @description Returns an instance.
         */
        get: operations["getInstance"];
        /**
         * Register or update an instance
         * @description Feedhook starts reading the instance at the next tick. Fields that you leave out keep their values.
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
         * @description The instance's feeds keep their positions. Visits in progress finish.
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
         * @description Reads the instance as if it had just been connected. Records that Feedhook hasn't seen before are published as baseline events if they last changed before this request. Known records keep their history, and their changes are published.
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
         * @description Feedhook reads each record once more, and publishes its removal if the record is still gone.
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
         * @description Feedhook publishes none of the removals. Use this if the credentials lost access to the records, for example. Later losses are counted from zero.
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
         * @description Reading continues at the next tick, even if the instance was parked. Feeds that are backing off or parked are then due; if more than 500 owners' feeds are stalled, each tick makes 500 of them due.
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
         * @description At its next visit, each feed reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.
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
         * @description Returns up to ten owners: first owners whose documents have never been completely read, then owners that have failed longest or were visited longest ago, and finally dormant owners. In an instance with more than 200 owners, Feedhook looks for the owners that were visited longest ago only in the part of the schedule that comes next.
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
         * Test an instance's credentials
         * @description Requests a token and one page of each kind of list from the source: about 15 requests, at 5 per second. Stores nothing. You can also test credentials for an instance that isn't registered yet.
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
         * @description Returns the current key and its partner.
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
         * @description The list includes the sessions of operators who signed in with single sign-on. It doesn't include the key in the deployment's configuration. To change that key, change the configuration.
         */
        get: operations["listOperatorKeys"];
        put?: never;
        /**
         * Create an operator key
         * @description Give each person or program its own key, so you can revoke each one separately.
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
         * @description Feedhook immediately rejects further requests with the key.
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
         * @description Returns partners, oldest first.
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
         * @description A partner's key can retrieve only its own partner.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        /**
         * Delete a partner and everything it owns
         * @description Deletes the partner's subscriptions, waiting deliveries, keys, secrets and replays. Past deliveries are no longer listed, and are deleted after 30 days. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted.
         */
        delete: operations["deletePartner"];
        options?: never;
        head?: never;
        /**
         * Update a partner
         * @description To revoke an instance, leave it out of `instances`. Feedhook then stops sending the instance's events, including waiting ones, and publishes `bridge.instance_revoked`.
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
         * @description Returns a partner's alert settings and recent alerts.
         */
        get: operations["getAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a partner's alert settings
         * @description Feedhook sends one alert each time an endpoint has been failing for `failingAfterMinutes`, is paused, is disabled, or recovers, and when deliveries expire. After you change the settings, Feedhook also sends alerts about endpoints that are currently failing or paused. Alerts contain no secrets or record data.
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
         * Confirm a partner's email address for alerts
         * @description Confirms the address with the code that Feedhook sent to it. A code is valid for one hour. After five wrong codes, set the address again to get a new code.
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
         * Send a test alert
         * @description Sends a test alert through every channel that is set up, and returns the results. An unconfirmed email address gets no test alert. You can send one test every ten seconds.
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
         * @description Returns a partner's API keys, oldest first.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key for a partner
         * @description Creates an API key for a partner.
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
         * @description Feedhook immediately rejects further requests with the key.
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
         * List valid portal links and sessions, oldest first
         * @description Returns valid portal links and sessions, oldest first.
         */
        get: operations["listPortalLinks"];
        put?: never;
        /**
         * Create a portal link
         * @description The link opens the portal once. The link and its session end when the key that created the link is revoked or expires. A partner can have at most 500 links and sessions at a time.
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
         * @description The link and its session stop working immediately.
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
         * @description Accepts the partner's keys again. Held deliveries are then sent.
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
         * @description Rejects the partner's keys immediately, and stops its deliveries within ten seconds. Unfinished deliveries are held. Events published during the suspension aren't queued. To send those events later, start a replay with `undelivered`.
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
         * @description Send the token as the API key. The token works once. The returned key is valid for one hour or, after single sign-on, for the time that the operator configured.
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
         * @description Returns rows that couldn't be read or stored. Their feeds continue without them. To see a row's content, which may be personal data, retrieve the row.
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
         * @description Moves the dead letters back to their queue. Fix the cause first. On AWS, SQS moves them gradually. The queue's `redrive` in `GET /v1/status` shows the progress. Until the redrive ends, further requests have no effect.
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
         * List held removals
         * @description If more records vanish than is plausible, Feedhook holds their removals until an operator approves them or a second complete list confirms them. Each entry includes a sample of the records.
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
         * @description Returns the bridge's status.
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
         * @description Returns subscriptions, oldest first.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description The response includes the signing secret, which can't be retrieved later, or the public key. Only webhooks have either.
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
         * @description Returns a subscription.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a subscription.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a subscription
         * @description Updates a subscription.
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
         * @description Removes the events from the queue. You can acknowledge an event more than once, and after its lease has ended.
         */
        post: operations["acknowledgeEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Acknowledge a failing endpoint
         * @description Records that someone knows why the endpoint is failing. Replaces any earlier note. Deliveries, retries and alerts continue.
         */
        put: operations["acknowledgeFailure"];
        post?: never;
        /**
         * Withdraw an acknowledgement
         * @description Succeeds even if there is no acknowledgement.
         */
        delete: operations["withdrawAcknowledgement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a subscription's events by hour
         * @description Counts the subscription's events by outcome and by the hour (UTC) of their detection. The first ten characters of an event's ID after `evt_` contain its detection time. Compare `delivered` and `digest` with the events that you stored. If a page ends within an hour, a later page continues the hour; add up the counts and digests (modulo 2^256). Pings and examples aren't counted. An event that hasn't been attempted yet counts only if it waits in the endpoint's backlog. An acknowledged event of a pull subscription counts as delivered.
         */
        get: operations["getSubscriptionCompleteness"];
        put?: never;
        post?: never;
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
         * @description A delivery appears after its first attempt, or earlier if it is held, and is kept for 30 days. In a pull subscription, it appears when it is acknowledged or expires. A request examines at most 5,000 deliveries, or fewer if many have failed. Therefore, a page can be short or empty even if `more` is true.
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
         * @description Returns the event's first delivery and its 50 newest replays, up to about 1 MB in total. Except in a pull subscription, a first delivery that waits in the backlog is included even before its first attempt.
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
         * @description Sends the event again with the same `webhook-id`, with `webhook-replay: true`, and with a full retry schedule. Pings and examples can't be resent.
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
         * Send an example event
         * @description Sends an example event to a webhook (signed) or a destination, and returns the response. Feedhook sends the example to this subscription only, with its current settings, even if the subscription is disabled or doesn't select the type. The example has the `webhook-example: true` header, `example: true` in the body, and an `instance` name that no instance can have. Feedhook sends the example once, doesn't store it as an event, and lists it among the deliveries with the run `example`. You can send one example per second to all your subscriptions together.
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
         * Send a ping
         * @description Sends a `bridge.ping` event to a webhook (signed) or a destination, even if the subscription is disabled, and returns the response. A 2xx response resumes an endpoint that is `open` or `paused`. A failed ping changes nothing. You can send one ping every ten seconds.
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
         * Fetch events from a pull subscription, oldest first
         * @description Leases each event that it returns. Until the lease ends, other requests don't return the event. Acknowledge the event before its lease ends, or it is returned again. A request examines the 5,000 oldest deliveries. If all of them are leased, the request returns none.
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
         * @description Returns a subscription's replays, newest first.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Start a replay
         * @description Sends stored events again. By default, the request is a dry run. Feedhook sends the events that match the subscription's current settings, with the same `webhook-id` and `webhook-replay: true`.
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
         * @description Returns a replay.
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
         * @description Deliveries that are already queued, at most ten seconds' worth, are still sent.
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
         * @description Deliveries that are already queued, at most ten seconds' worth, are still sent.
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
         * @description Continues a paused replay from where it stopped.
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
         * @description The response includes the new secret, which can't be retrieved later, or the new public key. At most 4 secrets are valid at a time, counting Ed25519 keys. A shorter overlap also shortens the overlap of earlier secrets.
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
         * Retrieve an endpoint's attempt statistics
         * @description Returns an endpoint's attempts and response times over time, in slots of ten minutes for up to 24 hours, one hour for up to 7 days, and six hours for more. `lastHour` and `lastDay` of the endpoint summarize the same attempts. Counts are kept for 30 days.
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
             * @description The number of deliveries removed from the queue. Deliveries acknowledged earlier don't count.
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
        /** @description A note that someone knows about the endpoint's failure. Ends when the endpoint recovers, is enabled or disabled, or gets a new `url` or `destination`. Absent while the endpoint fails for a cause other than the acknowledged one. */
        Acknowledgement: {
            /** Format: date-time */
            at: string;
            /**
             * @description The name of the key that acknowledged the failure, or `operator`.
             * @example ci
             */
            by: string;
            /** @example The new secret is deployed tonight. */
            note: string;
        };
        AcknowledgementInput: {
            /**
             * @description What is known about the failure, or what is being done about it.
             * @example The new secret is deployed tonight.
             */
            note: string;
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
                 * @description Whether the address is confirmed. An unconfirmed address receives only the confirmation code.
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
             * @description Whether this bridge can send email.
             * @example true
             */
            emailAvailable: boolean;
            /**
             * @description The number of minutes that an endpoint must have been failing before Feedhook sends `endpoint_failing`.
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
                 * @description The host name of the URL.
                 * @example events.pagerduty.com
                 */
                host: string;
            };
            /** @description Up to 20 alerts from the last 30 days, newest first. */
            recent: components["schemas"]["SentAlert"][];
            slack?: {
                /**
                 * @description The host name of the URL.
                 * @example hooks.slack.com
                 */
                host: string;
            };
            teams?: {
                /**
                 * @description The host name of the URL.
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
         * @description A JSON merge patch (RFC 7396). Absent fields keep their values. `kinds` is replaced as a whole.
         * @example {
         *       "email": "oncall@acme.example"
         *     }
         */
        AlertsPatch: {
            /**
             * Format: email
             * @description The address that receives alerts. Feedhook sends a code to it. To confirm the address, pass the code to `POST …/alerts/confirm`. To get a new code, set the same address again. `null` removes the address.
             * @example oncall@acme.example
             */
            email?: string | null;
            /**
             * @description The number of minutes that an endpoint must have been failing before Feedhook sends `endpoint_failing`. With `0`, Feedhook sends it immediately. Default: 10.
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
            /** @description The PagerDuty integration. Feedhook triggers one incident for each failing subscription. When the endpoint recovers, Feedhook resolves the incident, provided that `kinds` includes `endpoint_recovered`. Expired deliveries trigger a separate incident, which Feedhook doesn't resolve. A patch replaces the whole object. `null` removes it. */
            pagerduty?: {
                /**
                 * @description The integration key of an Events API v2 integration. The API never returns the key.
                 * @example R0UTINGKEY0123456789ABCDEF012345
                 */
                routingKey: string;
                /**
                 * @description The URL of PagerDuty's Events API. Default: `https://events.pagerduty.com/v2/enqueue`. For the EU region, use `https://events.eu.pagerduty.com/v2/enqueue`.
                 * @example https://events.eu.pagerduty.com/v2/enqueue
                 */
                url?: string;
            } | null;
            /**
             * @description The URL of a Slack-compatible incoming webhook (Slack, Mattermost, Rocket.Chat). The same rules apply as for a subscription's `url`. The API never returns the URL. `null` removes it.
             * @example https://hooks.slack.com/services/T0/B0/XXXX
             */
            slackUrl?: string | null;
            /**
             * @description The URL of a Microsoft Teams workflow that posts Adaptive Cards to a channel. The same rules apply as for a subscription's `url`. The API never returns the URL. `null` removes it.
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
                 * @description `refused`: the alert wasn't sent, for the given `reason`. `unknown`: the alert may have arrived. `pending`: there is no response yet, and `recent` in the alert settings shows the result later.
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
             * @description The request headers that were sent. Headers that can't be determined are omitted. Absent if no connection was made or the subscription sends to AWS. Secret values (signatures and your custom headers) are shown as `…`.
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
             * @description The first 1 KB of the response, kept for the five newest failed attempts.
             * @example relation "contacts" does not exist
             */
            responseExcerpt?: string;
            /**
             * @description The response headers, kept for the five newest failed attempts. At most 20 headers, each up to 256 bytes, excluding cookies and credentials.
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
            /** @description The duration of each phase that the attempt reached. On a reused connection, only `firstByte` is set. */
            timingMs?: {
                connect?: number;
                dns?: number;
                firstByte?: number;
                tls?: number;
            };
        };
        /** @description The attempts from the last 50 to 60 minutes. Absent if there were none. */
        AttemptStatistics: {
            /** @example 480 */
            attempts: number;
            /**
             * @description The estimated median response time in milliseconds, for responses with any status.
             * @example 84
             */
            p50Ms?: number;
            /**
             * @description The estimated 95th percentile of the response time in milliseconds.
             * @example 310
             */
            p95Ms?: number;
            /**
             * @description The share of attempts with a 2xx response, from 0 to 1.
             * @example 0.995
             */
            successRate: number;
        };
        Attention: {
            /** @description What to do. */
            action: string;
            /**
             * @description The shell command to run, if the API doesn't have permission for the action.
             * @example npm run redrive -- --stage prod
             */
            command?: string;
            /**
             * @description The number of items. For `changes_set_aside` on AWS, the number of batches.
             * @example 42
             */
            count: number;
            /** @description The section of the documentation about this problem. */
            docs: string;
            /** @description The instance that has the problem. Absent if the problem concerns the whole bridge. */
            instance?: string;
            /** @enum {string} */
            kind: "disk_full" | "source_unreachable" | "instance_parked" | "clocks_apart" | "removals_held" | "rows_quarantined" | "feeds_stalled" | "polling_paused" | "dead_letters" | "changes_set_aside" | "backups_missing" | "endpoints_failing" | "endpoints_disabled";
            /**
             * @description Set if there are more than `count`.
             * @enum {boolean}
             */
            more?: true;
            /**
             * Format: date-time
             * @description When the oldest item began. Absent if unknown.
             */
            since?: string;
            /** @description Details: the source's response, why the instance is parked, how far apart the clocks are, the resource, what the rows block, the last error of the feed that stalled first, the queue, or why the backup failed. */
            what?: string;
        };
        AuditEntry: {
            /**
             * @description The caller's IP address. Only operators see operators' addresses.
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
             * @description The names of the request's fields, without their values: up to 50 names and 2 KB.
             * @example [
             *       "overlapSeconds"
             *     ]
             */
            fields: string[];
            /** @example aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /** @description The key that made the request. Only operators see operators' keys. */
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
             * @description The first 512 characters of the request's path.
             * @example /v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret
             */
            path: string;
            person?: components["schemas"]["Person"];
            /**
             * @description The response's status code.
             * @example 200
             */
            status: number;
            /**
             * @description The number of requests, if the entry counts an operation's requests within an hour. The other fields describe the last request, except that `path` is the operation's path in this document and `fields` is empty.
             * @example 240
             */
            times?: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        /** @description The request budget that the instance's feeds share. Absent before the first tick. */
        Budget: {
            /** @description The current maximum, which Feedhook lowers while the source is under load. */
            current: number;
            /**
             * @description The maximum number of requests per second.
             * @example 5
             */
            requestsPerSecond: number;
            total: components["schemas"]["BudgetTotal"];
            /** @description The number of requests available now. If it stays near 0, the budget is too small. */
            unspent: number;
        };
        /** @description Totals since the instance was connected. For the requests in a period, subtract the totals at its start from the totals at its end. */
        BudgetTotal: {
            /**
             * @description The number of requests that polls didn't need. They are granted again.
             * @example 1305
             */
            givenBack: number;
            /**
             * @description The number of requests granted to polls.
             * @example 48210
             */
            granted: number;
            /**
             * @description The number of requests sent, as reported by polls. A report can be a few seconds late, and is lost if its worker stops first.
             * @example 46870
             */
            used: number;
        };
        Completeness: {
            /** Format: date-time */
            at: string;
            changes: components["schemas"]["KnownUntil"];
            /** @example acme */
            instance: string;
            kinds: components["schemas"]["KindCompleteness"][];
            period?: {
                /** @description Whether every change and removal of the period is known to be published. */
                complete: boolean;
                /** Format: date-time */
                from?: string;
                /** @description Why the period isn't known to be complete. `changes_not_known`, `removals_not_known`: changes or removals aren't known up to `to`. `before_connection`: the period begins before the instance was connected, and Feedhook knows only the state at that time. `in_the_future`: the period isn't over. `uncertain`: something in `uncertain` began before `to` or at an unknown time. */
                reasons: ("changes_not_known" | "removals_not_known" | "before_connection" | "in_the_future" | "uncertain")[];
                /** Format: date-time */
                to: string;
            };
            /**
             * Format: date-time
             * @description Everything that Feedhook found before this time (according to its own clock) is published. Absent if unknown.
             */
            published?: string;
            removals: components["schemas"]["KnownUntil"] & unknown;
            /** @description The scrubs of projects, activities and documents, which read every record by ID. */
            scrubs: components["schemas"]["ScrubResult"][];
            /** @description What may currently be missing from the events, and why. Empty if nothing is uncertain. */
            uncertain: components["schemas"]["Uncertainty"][];
        };
        CompletenessHour: {
            /**
             * @description Delivered events, each counted once.
             * @example 1204
             */
            delivered: number;
            /**
             * @description The sum of the SHA-256 digests of the delivered events' IDs, modulo 2^256, as 64 hexadecimal digits.
             * @example 045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5
             */
            digest: string;
            /**
             * @description The number of the hour's events that were erased. An erasure doesn't change `delivered` or `digest`.
             * @example 0
             */
            erased: number;
            /**
             * @description Events whose last attempt failed or that expired.
             * @example 0
             */
            expired: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When the newest attempt for any of these events was made. If this is after `to`, an outcome may have changed after the hour.
             * @example 2026-11-21T10:00:02.120Z
             */
            lastAttemptAt?: string;
            /**
             * Format: date-time
             * @description When the earliest of the retries is due.
             */
            nextRetryAt?: string;
            /**
             * @description Delivered events that only a replay delivered.
             * @example 3
             */
            replayed: number;
            /**
             * @description Whether only a replay or an erasure can still change the counts: the hour ended at least an hour ago, and none of its events waits. In an ordered subscription, no event of any hour may be waiting.
             * @example true
             */
            settled: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T10:00:00.000Z
             */
            to: string;
            /**
             * @description Events that wait for an attempt or for the endpoint.
             * @example 0
             */
            waiting: number;
            /**
             * @description What the waiting events wait for. `queue`: their turn. `retry`: the time of their next attempt. `limit`: a rate limit, or the events before them. `endpoint`: the resumption of deliveries to the endpoint (see `endpoint` in the response) or, in a pull subscription, your next fetch.
             * @example {
             *       "queue": 0,
             *       "retry": 2,
             *       "limit": 0,
             *       "endpoint": 0
             *     }
             */
            waitingFor?: {
                endpoint: number;
                limit: number;
                queue: number;
                retry: number;
            };
        };
        CreatedKey: components["schemas"]["Key"] & {
            /**
             * @description The API key, which is returned only once. Send it as `Authorization: Bearer …`.
             * @example fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…
             */
            key: string;
        };
        CreatedPortalLink: {
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description The ID of the link and its session.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            /**
             * @description The part of `url` after `#token=`.
             * @example fh_…
             */
            token: string;
            /**
             * @description The link, which opens the portal once, signed in as the partner. Returned only once.
             * @example https://feedhook.example.com/portal#token=fh_…
             */
            url: string;
        };
        CreatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The new key's public key. Present only for an Ed25519 key.
             * @example whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=
             */
            publicKey?: string;
            /**
             * @description The new key's signing secret, returned only once. Present only for webhooks with an HMAC key.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        CredentialTest: {
            fault?: string;
            /** @description The results as sentences, with next steps. */
            findings: {
                /** @enum {string} */
                level: "good" | "warn" | "bad";
                /** @example The credentials can read (scope `read`) and can't write. */
                text: string;
            }[];
            /**
             * @description Each kind of list that Feedhook polls. `pageLimit`: the maximum number of rows on a page. `missing`: the source returned 404. `refused`: the source returned 400 or 422. `untested`: there was no record to test with or no time left.
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
            /** @description Whether the credentials could also write. Absent if the source didn't say. Feedhook never writes. */
            mayWrite?: boolean;
            /**
             * @description `partly`: the credentials can read some lists but not all. `unreachable`: the source didn't return a usable response, so the credentials are untested. `pending`: no worker was free to test the credentials.
             * @enum {string}
             */
            outcome: "works" | "partly" | "refused" | "unreachable" | "pending";
            /** @enum {string} */
            reason?: "invalid_client" | "no_read_scope" | "unknown_instance";
            /**
             * @description The number of requests that the test made.
             * @example 15
             */
            requests: number;
            /** @enum {string} */
            scope?: "read" | "act-as-user:read";
            /**
             * @description The number of seconds the source's clock is ahead of Feedhook's. Negative if it is behind.
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
             * @description The event's ID, which every attempt carries as `webhook-id`.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            event: string;
            /** @example acme */
            instance: string;
            /**
             * Format: date-time
             * @description When the next attempt is due. Absent while the delivery waits for anything other than this time.
             */
            nextAttemptAt?: string;
            /** @description The start of the last response. */
            responseExcerpt?: string;
            /**
             * @description `0` for the first delivery, `ping` or `example` for a test event, otherwise the replay's ID.
             * @example 0
             */
            run: string;
            /**
             * @description `waiting`: another attempt follows. `blocked`: Feedhook refused to send to the URL; another attempt follows. `held`: Feedhook isn't sending to the endpoint. `delivered` and `expired` are final. `failed` is also final: a ping or an example didn't get a 2xx response.
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
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        /** @description What the delivery waits for. Set while the state is `waiting`, `blocked` or `held`. */
        DeliveryWait: {
            /** @description The number of the next attempt in the retry schedule. */
            attempt?: number;
            /** @description The number of attempts in the retry schedule. */
            attempts?: number;
            /**
             * @description The event that must be delivered or expire first.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            behind?: string;
            /**
             * @description The name of the key that disabled the subscription, or `operator`.
             * @example ci
             */
            by?: string;
            /**
             * @description Why the subscription is disabled. Same value as the subscription's `disabledReason`.
             * @enum {string}
             */
            disabledReason?: "gone" | "requested" | "unreachable" | "owner";
            /**
             * @description What the delivery waits for. `retry`: the next attempt in the retry schedule; `retry_after`: the time that the endpoint asked for; `rate_limit`: capacity within the delivery limit of the endpoint or the partner, or memory, because the partner has many large events on the way; `backlog`: older deliveries to the endpoint; `ordered`: an earlier event of the same record; `circuit_open`, `endpoint_paused`: the endpoint's recovery; `subscription_disabled`, `partner_suspended`: the subscription to be enabled or the partner to be resumed; `instance_revoked`: nothing, because the delivery won't be sent; `attempt_under_way`: the result of the current attempt; `queued`: its turn, which is next.
             * @enum {string}
             */
            reason: "retry" | "retry_after" | "rate_limit" | "backlog" | "ordered" | "circuit_open" | "endpoint_paused" | "subscription_disabled" | "partner_suspended" | "instance_revoked" | "attempt_under_way" | "queued";
            /**
             * @description Set if the backlog is being sent because the endpoint is responding again.
             * @enum {boolean}
             */
            recovered?: true;
            /** @description The wait that the endpoint asked for. */
            retryAfterSeconds?: number;
            /**
             * @description The reason in words.
             * @example The endpoint returned HTTP 503 and asked Feedhook to wait 30 seconds (Retry-After). The next attempt is at 2026-11-21T09:13:11.481Z.
             */
            sentence: string;
            /**
             * Format: date-time
             * @description When the cause of the wait began, such as the endpoint's pause or the current attempt.
             */
            since?: string;
            /**
             * Format: date-time
             * @description When Feedhook next tries to send this delivery or, while the endpoint is failing, any delivery to the endpoint. Absent if no time is set.
             */
            until?: string;
        };
        Destination: {
            /**
             * @description The external ID that the role's trust policy must require. Feedhook generates it, and it never changes.
             * @example feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            externalId: string;
            /**
             * @description The AWS principal that the role's trust policy must allow. Absent while the operator has disabled destinations.
             * @example arn:aws:iam::111122223333:root
             */
            principal?: string;
            /**
             * @description The role in the target's account that Feedhook assumes to send events. Its name must begin with `feedhook-destination-`. You can create the role after the subscription, because the role's trust policy needs the `externalId`. Only the operator's own subscriptions can omit `roleArn`.
             * @example arn:aws:iam::123456789012:role/feedhook-destination-orders
             */
            roleArn?: string;
            /**
             * @description The queue's URL, the bus's ARN, or the bucket's URL, optionally with a folder.
             * @example https://sqs.eu-north-1.amazonaws.com/123456789012/orders
             */
            target: string;
        };
        DestinationInput: {
            /**
             * @description The role in the target's account that Feedhook assumes to send events. Its name must begin with `feedhook-destination-`. You can create the role after the subscription, because the role's trust policy needs the `externalId`. Only the operator's own subscriptions can omit `roleArn`.
             * @example arn:aws:iam::123456789012:role/feedhook-destination-orders
             */
            roleArn?: string;
            /**
             * @description The queue's URL, the bus's ARN, or the bucket's URL, optionally with a folder.
             * @example https://sqs.eu-north-1.amazonaws.com/123456789012/orders
             */
            target: string;
        };
        DestinationPatch: {
            /**
             * @description The role in the target's account that Feedhook assumes to send events. Its name must begin with `feedhook-destination-`. You can create the role after the subscription, because the role's trust policy needs the `externalId`. Only the operator's own subscriptions can omit `roleArn`.
             * @example arn:aws:iam::123456789012:role/feedhook-destination-orders
             */
            roleArn?: string;
            /**
             * @description The queue's URL, the bus's ARN, or the bucket's URL, optionally with a folder.
             * @example https://sqs.eu-north-1.amazonaws.com/123456789012/orders
             */
            target?: string;
        };
        Endpoint: components["schemas"]["EndpointSummary"] & {
            /** @description `held`: the number of deliveries that are held for the endpoint. `waiting`: the number that wait for something else, such as a retry, a rate limit or earlier deliveries. `more` means that there may be more. At most 1,000 deliveries in the backlog are counted. Retries due within minutes are counted only among the 200 newest deliveries of the last day. */
            backlog: {
                held: number;
                more: boolean;
                waiting: number;
            };
        };
        /** @description The newest failed attempt, except pings and examples. */
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
            /** @description The first 1 KB of the response. Deleted when the event's record is erased. */
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
            acknowledged?: components["schemas"]["Acknowledgement"];
            /** @description The number of consecutive failures. */
            failures: number;
            /**
             * @description `slow`: an attempt in the last hour took more than 3 s.
             * @enum {string}
             */
            lane: "fast" | "slow";
            lastDay?: components["schemas"]["AttemptStatistics"] & unknown;
            lastFailure?: components["schemas"]["EndpointFailure"];
            lastHour?: components["schemas"]["AttemptStatistics"];
            /** Format: date-time */
            nextProbeAt?: string;
            /** @description The number of failures among the 20 most recent attempts. Resets to 0 when `state` becomes `open` or `healthy`. */
            recentFailures: number;
            /** Format: date-time */
            since?: string;
            /**
             * @description `open`: the endpoint is failing. New deliveries are held, and one at a time is sent as a probe. `paused`: the endpoint has failed for three days and is probed every six hours. `disabled`: the subscription is disabled, or its partner is suspended.
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
         * @description An event: the body of a webhook, and the `detail` of an event on the bus.
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
         *         "externalReference": "crm-1013",
         *         "companyId": "lN-Uht7j2Vk",
         *         "isActive": true,
         *         "directPhone": "+47 61116528",
         *         "countryCode": "NO",
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
                /**
                 * @description Set if `from` is omitted because the previous value is too long for the event.
                 * @enum {boolean}
                 */
                fromOmitted?: true;
                /** @description A JSON Pointer (RFC 6901) to the field. Present only if a name in `field` contains a dot. */
                pointer?: string;
                to?: unknown;
            }[];
            /** @enum {boolean} */
            changesUnknown?: true;
            /** @description The record as the source returned it. */
            data?: Record<string, unknown>;
            /**
             * @description When Feedhook detected the change.
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
            /** @description The fields omitted from `data` in a truncated journal entry. */
            omitted?: string[];
            owner?: {
                id: string;
                /**
                 * @description The type of record that the ID belongs to, if `type` is `Project` but the ID isn't a project's.
                 * @enum {string}
                 */
                subOwner?: "activity" | "phase";
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
                /** @description Increases by one with each change to the record. Discard an event if you already have one of the same record with a higher `seq`. */
                seq: number;
                /** @enum {string} */
                type: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
            };
            /**
             * @description When the change happened: the source's time or, if the source gives no valid one, `detectedAt`. `timestampFrom` says which.
             * @example 2026-11-21T09:12:33.481Z
             */
            timestamp: string;
            /** @enum {string} */
            timestampFrom: "source" | "detected";
            /**
             * @description Set if `data`, or the long fields of a journal entry, are omitted because the event exceeded 256 KB.
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
            /** @description The `cursor` of the next page. */
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
             * @description The JSON Schema (2020-12) of the whole event, as returned at `schemaPath`.
             * @example {
             *       "title": "person.updated",
             *       "type": "object"
             *     }
             */
            jsonSchema: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the type concerns the bridge itself. `*` doesn't match such types, so subscriptions must list them.
             * @example false
             */
            operational: boolean;
            /**
             * @description The path of the type's JSON Schema, which you can retrieve without a key.
             * @example /schemas/events/person.updated.json
             */
            schemaPath: string;
            /**
             * @description The Feedhook version that added the type.
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
                 * @description Whether the type concerns the bridge itself. `*` doesn't match such types, so subscriptions must list them.
                 * @example false
                 */
                operational: boolean;
                /**
                 * @description The path of the type's JSON Schema, which you can retrieve without a key.
                 * @example /schemas/events/person.updated.json
                 */
                schemaPath: string;
                /**
                 * @description The Feedhook version that added the type.
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
                /** @description The outcome for each subscription that selects this type: the delivery's state, or why there is no delivery. */
                deliveries: {
                    /** @example delivered */
                    outcome: string;
                    subscription: string;
                }[];
                /** Format: date-time */
                detectedAt: string;
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
                id: string;
                /** @description Whether the event is still stored, so that you can retrieve and replay it. */
                kept: boolean;
                seq: number;
                /** @example person.updated */
                type: string;
            }[];
            /** @description The feeds that can find changes to the record. */
            feeds: {
                id: string;
                /** Format: date-time */
                lastPoll?: string;
                /** @description Whether a row of this record is in quarantine. */
                quarantined: boolean;
                /**
                 * Format: date-time
                 * @description The time up to which changes have been read.
                 */
                readUpTo?: string;
                /** @enum {string} */
                status: "active" | "backing_off" | "parked" | "paused";
            }[];
            /** @description Why an event did or didn't appear, in the order of the pipeline. `code` is stable. */
            findings: {
                /** @example baseline */
                code: string;
                /** @description The cause, if the text names one. */
                detail?: string;
                /** @description The event that the finding is about. */
                event?: string;
                /** @description The feed that the finding is about. */
                feed?: string;
                /** @description The subscription that the finding is about. */
                subscription?: string;
                text: string;
            }[];
            /** @example acme */
            instance: string;
            /** @description The record's last known state. Absent if no feed has found the record. */
            record?: {
                /** @description The record's eight newest changes. */
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
                 * @description When Feedhook read the known state, by the source's clock.
                 */
                lastSeenAt: string;
                /** @description When the record last changed, according to the source. */
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
            /** @description The explanation in one sentence. */
            summary: string;
        };
        FailingEndpoint: {
            description?: string;
            /**
             * @description `gone`: the endpoint returned 410. `requested`: the endpoint asked Feedhook to stop. `unreachable`: the endpoint didn't recover within 14 days of being paused. `owner`: the subscription was disabled through this API.
             * @enum {string}
             */
            disabledReason?: "gone" | "requested" | "unreachable" | "owner";
            endpoint: components["schemas"]["EndpointSummary"];
            partner: string;
            /** @description Absent for an operator's own endpoint. */
            partnerName?: string;
            subscription: string;
            /**
             * @description Must use https, port 443 or 8443, and a public host name. Stored and returned in normalized form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
        };
        Feed: {
            /** @description The number of changes per day that Feedhook expects for the owner. */
            changesPerDay?: number;
            /** @enum {string} */
            class: "timelines" | "rooms" | "owners" | "walks" | "small" | "scrubs";
            /** @description Whether the feed's first contact is complete. */
            drained: boolean;
            /**
             * @description Set if the poll times are estimated from the schedule.
             * @enum {boolean}
             */
            estimated?: true;
            /** @description The number of consecutive failures. */
            failures: number;
            /** @example acme#owner#Company#k2Jm */
            id: string;
            /** @example acme */
            instance: string;
            /** @enum {string} */
            kind: "person-timeline" | "company-timeline" | "project-timeline" | "activity-timeline" | "room" | "owner" | "person-walk" | "company-walk" | "project-walk" | "activity-walk" | "person-count" | "company-count" | "project-count" | "activity-count" | "company-template" | "project-template" | "project-scrub" | "activity-scrub" | "document-scrub";
            /**
             * @description The number of seconds since `lastPoll`.
             * @example 12.4
             */
            lagSeconds?: number;
            lastError?: string;
            /**
             * Format: date-time
             * @description When the feed was last polled. Polls that find nothing update this time at most once a minute. For owners, the time is estimated (see `estimated`).
             */
            lastPoll?: string;
            owner?: {
                id: string;
                type: string;
            };
            /** @description The recent interval between visits to the owner, in seconds. */
            periodSeconds?: number;
            /** @description The query parameters of every request. They never change. */
            query: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description The time up to which changes have been read.
             */
            readUpTo?: string;
            /** Format: date-time */
            retryAt?: string;
            /**
             * @description Set if the next visit starts from an earlier position.
             * @enum {boolean}
             */
            rewinding?: true;
            /** Format: date-time */
            stalledSince?: string;
            /** @description Totals since the feed was created: rows read, rows already known, rows found only by the sweep, a walk or a scrub, and rows quarantined. */
            statistics?: {
                duplicates: number;
                missed: number;
                /** @description The number of pages read at first contact. Absent for owners. */
                pages?: number;
                quarantined: number;
                rows: number;
            };
            /** @enum {string} */
            status: "active" | "backing_off" | "parked" | "paused";
        };
        FeedDetail: components["schemas"]["Feed"] & {
            /** @description The most recent visits, newest first: up to 6 entries for owners and 12 for other feeds. Visits that find nothing are recorded at most once a minute, and never for owners. */
            visits: components["schemas"]["FeedVisits"][];
        };
        FeedLeft: {
            /** @example acme#owner#Person#12 */
            feed: string;
            /**
             * Format: date-time
             * @description The earliest time of the next visit. The request budget can delay it.
             */
            nextTry: string;
            /**
             * @description Why the feed hasn't been read to the end: `waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or the error of the last visit.
             * @example unavailable_500
             */
            reason: string;
        };
        FeedPage: {
            budget?: components["schemas"]["Budget"];
            items: components["schemas"]["Feed"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        FeedStatus: {
            /** @description The number of owners for which few changes are expected. */
            dormant?: number;
            /** @description Like `lagSeconds`, but for dormant owners, which `lagSeconds` doesn't include. */
            dormantLagSeconds?: number;
            /**
             * @description Set if the values are estimated from the schedule instead of read from the feeds.
             * @enum {boolean}
             */
            estimated?: true;
            /**
             * @description The number of feeds. Absent for owners while the instance is parked or no owner has been read yet.
             * @example 6
             */
            feeds?: number;
            /**
             * @description The number of seconds since the longest-waiting feed was read. Absent until every feed has been read.
             * @example 12.4
             */
            lagSeconds?: number;
            /**
             * Format: date-time
             * @description The time of the most recent poll of any of these feeds. Polls that find nothing update this time at most once a minute.
             */
            lastPoll?: string;
            /** @description For scrubs: the number of changes found only by reading every record by ID. */
            missed?: number;
            /** @description The number of feeds that have stalled, as reported by `bridge.feed_stalled`. */
            stalled?: number;
            /** @enum {string} */
            status: "active" | "connecting" | "backing_off" | "parked";
            /**
             * @description The factor by which owners wait longer than configured because the request budget is too small. `1` means as configured.
             * @example 1
             */
            stretch?: number;
        };
        FeedVisits: {
            /** @description The number of changes found. */
            changes: number;
            /**
             * Format: date-time
             * @description When the last of these visits began.
             */
            lastAt: string;
            /**
             * @description How the last visit ended. `done`: it read to the end. `yielded`: the budget or the time ran out. `waiting`: it continues later. `saved`: it saved its position, but its end wasn't recorded.
             * @enum {string}
             */
            outcome: "done" | "yielded" | "waiting" | "saved" | "failed" | "parked";
            /**
             * @description Why the visit failed or the feed is parked.
             * @example unavailable_503
             */
            reason?: string;
            /** @description The number of requests in all these visits, not counting retries. */
            requests: number;
            /** @description The number of rows read, including known ones. */
            rows: number;
            /**
             * Format: date-time
             * @description When the first of these visits began.
             */
            since: string;
            /** @description The duration of the last visit in milliseconds. */
            tookMs: number;
            /** @description The number of consecutive visits in this entry. Visits that find nothing and end the same way share an entry. */
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
             * @description The event types to test: single types, `<subject>.*`, or `*`. Default: every type.
             * @example [
             *       "document.*"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description An EventBridge event pattern that events must match. By default, every event that `eventTypes` selects matches.
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
             * @description The maximum number of events to test. Feedhook tests the newest stored events that `eventTypes` selects, up to about 1 MB in total.
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
                 * @description Set if testing the filter on this event would take too long. Such an event counts as a match and is delivered.
                 * @enum {boolean}
                 */
                undecided?: true;
                /** @description Why the event doesn't match, field by field. Empty if the event matches. At most 40 reasons per event, and fewer if more than 20 events are tested. */
                why: {
                    /**
                     * @description The field's path in the filter.
                     * @example owner.type
                     */
                    field: string;
                    /**
                     * @description Up to five of the event's values for the field.
                     * @example [
                     *       "Company"
                     *     ]
                     */
                    found: unknown[];
                    /** @example has no matching value */
                    message: string;
                    /**
                     * @description The filter's conditions for the field, none of which is met.
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
             *         "message": "can't match, because events of these types have no such field"
             *       }
             *     ]
             */
            warnings?: {
                /** @description The field's path, such as `eventTypes.0`. Errors never contain values. */
                field: string;
                message: string;
            }[];
        };
        /** @description The progress of first contact. Absent when it is complete. */
        FirstContact: {
            /**
             * @description The number of pages read so far from owners' change feeds and documents. Updated every few seconds.
             * @example 2310
             */
            documentPages: number;
            /** @description Up to ten feeds that haven't been read to the end, latest `nextTry` first. */
            left?: components["schemas"]["FeedLeft"][];
            /** @description The number of timelines, templates and rooms read to the end. */
            lists: number;
            ofLists: number;
            /** @description The number of owners known so far, which grows while lists are read. Absent on AWS. */
            ownersKnown?: number;
            /** @description The number of owners whose documents have been read. Absent on AWS. */
            ownersMet?: number;
            /**
             * @description The number of pages read so far from these lists.
             * @example 118
             */
            pages: number;
            /** @description The estimated number of seconds left, for the owners known so far. */
            secondsLeft?: number;
        };
        HeldRemovals: {
            items: {
                /**
                 * Format: date-time
                 * @description When the decision was made. The decision covers records that were missing then. Later losses are counted from zero.
                 */
                decidedAt?: string;
                /**
                 * @description The operator's decision. Present until every list of the resource has applied it.
                 * @enum {string}
                 */
                decision?: "approved" | "dismissed";
                /** @description The number of the instance's known records, of any resource, when the hold began. */
                known: number;
                /** @description The number of the instance's records, of any resource, that were missing when the hold began: those counted as missing in the last 24 hours, and those missing from a complete list but not yet requested by ID. */
                missing: number;
                /** @description A sample of the records that would be removed, at most 20. */
                sample: {
                    /** @example k2Jm */
                    id: string;
                    /**
                     * @description The record's last known name. Absent if the record has none or was erased.
                     * @example Ingrid Olsen
                     */
                    name?: string;
                    /** @example person */
                    type: string;
                }[];
                /** Format: date-time */
                since: string;
                /**
                 * @description The resource whose removals are held.
                 * @example person
                 */
                source: string;
            }[];
        };
        Instance: {
            /**
             * Format: date-time
             * @description When the instance was registered or last rebaselined, by the source's clock. Records that last changed before then are baseline. Absent before first contact.
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
             * @description `connecting`: first contact hasn't begun. `parked`: the source rejects the credentials or doesn't know the instance, and Feedhook tries again from time to time. `paused`: an operator paused the instance.
             * @enum {string}
             */
            status: "connecting" | "active" | "parked" | "paused";
        };
        InstanceInput: {
            /**
             * @description The instance's credentials. Required for a new instance, and never returned. Feedhook tests new credentials while the current ones keep working.
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
             * @description The maximum number of requests per second to the source. Default: 5 for a new instance, unchanged for an existing one.
             * @example 5
             */
            requestsPerSecond?: number;
            /**
             * @description The IDs of all share rooms to read, at most 64 KB in total. Feedhook can't find rooms itself, because the source doesn't list them.
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
            /** @description The `cursor` of the next page. */
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
             * @description When the key was last used. Updated at most once an hour. Absent if the key has never been used.
             */
            lastUsedAt?: string;
            /** @example billing service */
            name: string;
            person?: components["schemas"]["Person"];
            /**
             * @description `read`: read everything. `manage`: also make changes. `pull`: fetch and acknowledge events. `admin`: all of these, and manage keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
            /**
             * @description `true` if the key is the session of an operator who signed in with single sign-on.
             * @example false
             */
            session?: boolean;
        };
        KeyInput: {
            /**
             * Format: date-time
             * @description When the key expires. By default, it never expires.
             * @example 2027-11-21T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description Who or what uses the key.
             * @example billing service
             */
            name: string;
            /**
             * @description `read`: read everything. `manage`: also make changes. `pull`: fetch and acknowledge events. `admin`: all of these, and manage keys.
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
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        KindCompleteness: {
            changes: components["schemas"]["KnownUntil"] & unknown;
            /**
             * Format: date-time
             * @description For documents: when the longest-waiting owner was last read, estimated from the schedule. Not a guarantee.
             */
            estimatedUntil?: string;
            /** @enum {string} */
            kind: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "room" | "document";
            listed?: components["schemas"]["KnownUntil"] & unknown;
            removals?: components["schemas"]["KnownUntil"] & unknown;
            /**
             * @description How soon (in seconds) after its change time the source must show a change for `changes` to cover it. The next complete list finds changes that the source shows later.
             * @example 60
             */
            withinSeconds?: number;
        };
        /** @description Changes of all kinds combined. Includes documents only if the request's `kinds` does. */
        KnownUntil: {
            /**
             * @description For all kinds combined: the kind that limits `until` or, if `until` is absent, a kind whose time is unknown.
             * @enum {string}
             */
            kind?: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "room" | "document";
            /**
             * @description Why `until` is absent. `first_contact`: the source hasn't been read to the end yet. `not_noted`: no gapless reading is recorded. `not_published`: the changes that were read aren't known to be published yet. `estimated_only`: only an estimate exists (see `estimatedUntil`).
             * @enum {string}
             */
            reason?: "first_contact" | "not_noted" | "not_published" | "estimated_only";
            /**
             * Format: date-time
             * @description The time, by the source's clock. Absent if unknown.
             * @example 2026-11-27T09:14:05.000Z
             */
            until?: string;
        };
        ListedSubscription: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["EndpointSummary"];
        };
        Me: {
            key: {
                /**
                 * @description `environment` for the operator key in the deployment's configuration.
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
        OperatorKeyInput: {
            /**
             * Format: date-time
             * @description When the key expires. By default, it never expires.
             * @example 2027-11-21T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description Who or what uses the key.
             * @example billing service
             */
            name: string;
            person?: components["schemas"]["Person"];
            /**
             * @description `read`: read everything. `manage`: also make changes. `pull`: fetch and acknowledge events. `admin`: all of these, and manage keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
        };
        /** @description The partner that the key belongs to, or that the operator acts for. Absent if the operator acts for none. */
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
                 * @description The maximum number of deliveries per second to all of the partner's endpoints combined. Excess deliveries wait.
                 * @example 100
                 */
                deliveriesPerSecond?: number;
                /**
                 * @description The maximum number of API keys.
                 * @example 100
                 */
                keys: number;
                /**
                 * @description The maximum number of deliveries per second for all of the partner's running replays combined.
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
             * @description `suspended`: the partner keeps its data but receives nothing, and its keys are rejected. `deleting`: the partner's data is being deleted.
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
             * @description The instances whose events the partner can receive.
             * @default []
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description The partner's display name.
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
                 * @description The maximum number of deliveries per second to all of the partner's endpoints combined. Excess deliveries wait.
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
                 * @description The maximum number of deliveries per second for all of the partner's running replays combined.
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
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        /** @description A JSON merge patch (RFC 7396). Absent fields keep their values. `instances` and `portalOrigins` are replaced as a whole. */
        PartnerPatch: {
            /**
             * @description The instances whose events the partner can receive.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description The partner's display name.
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
                 * @description The maximum number of deliveries per second to all of the partner's endpoints combined. `null` removes the limit.
                 * @example 100
                 */
                deliveriesPerSecond?: number | null;
                /**
                 * @description The maximum number of API keys.
                 * @example 100
                 */
                keys?: number;
                /**
                 * @description The maximum number of deliveries per second for all of the partner's running replays combined.
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
        /** @description The person who uses an operator's key, for the audit log. */
        Person: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** @example Ada Lovelace */
            name: string;
        };
        PingResult: {
            attempt?: components["schemas"]["Attempt"];
            /** @description The ID of the ping or example: its `webhook-id`. */
            event: string;
            /**
             * @description `pending`: there is no response yet, and the subscription's deliveries show the result later.
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
             * @description Who created the link.
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
             * @description The ID of the key that created the link. Only operators see operators' keys.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC
             */
            key?: string;
            /**
             * Format: date-time
             * @description When the session was last used. Updated at most once an hour.
             */
            lastUsedAt?: string;
            /** Format: date-time */
            openedAt?: string;
            /**
             * @description `unopened`: the link hasn't been opened yet. `open`: the link's session is still valid.
             * @enum {string}
             */
            state: "unopened" | "open";
        };
        PortalLinkInput: {
            /**
             * @description `read`: view only. `manage`: also make changes.
             * @default read
             * @enum {string}
             */
            access?: "read" | "manage";
            /**
             * @description The number of seconds for which the link can be opened.
             * @default 600
             * @example 600
             */
            expiresInSeconds?: number;
        };
        PortalLinkPage: {
            items: components["schemas"]["PortalLink"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        PortalSession: {
            /**
             * @description `admin` is only for operators who sign in with single sign-on.
             * @enum {string}
             */
            access: "read" | "manage" | "admin";
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
            /** @example 1 field is invalid. */
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
                /** @description The field's path, such as `eventTypes.0`. Errors never contain values. */
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
            /** @example Invalid request */
            title: string;
            /**
             * @description A stable identifier of the problem's kind.
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
                 * @description The number of times the event was fetched, including this one.
                 * @example 1
                 */
                fetched: number;
                /** Format: date-time */
                leasedUntil: string;
                /**
                 * @description Set if the event was sent again on request.
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
             * @description Why the row couldn't be read or stored, as a stable code.
             * @example unreadable
             */
            reason: string;
            /** @description The row's ID within its feed. */
            row: string;
        };
        QuarantinedRowDetail: {
            /** @description The row as received, or the start of its text if it is too large. */
            body?: unknown;
            bytes: number;
            /** @example acme#person-walk#5c0d0b6c1f2a */
            feed: string;
            /** Format: date-time */
            keptAt: string;
            /**
             * @description Why the row couldn't be read or stored, as a stable code.
             * @example unreadable
             */
            reason: string;
            /** @description The row's ID within its feed. */
            row: string;
            shortened: boolean;
            /** Format: date-time */
            triedAt?: string;
            /** @description Whether the feed's next visit retries the row. */
            waiting: boolean;
        };
        QuarantinePage: {
            items: components["schemas"]["QuarantinedRow"][];
            /** @description Whether there is another page. */
            more: boolean;
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        QueueDepth: {
            /** @description The number of dead letters, which need an operator. */
            dead: number;
            /**
             * Format: date-time
             * @description When Feedhook gave up on the oldest dead letter.
             */
            deadSince?: string;
            delayed: number;
            inFlight: number;
            /**
             * Format: date-time
             * @description On AWS, when CloudWatch measured `readySince` and `deadSince`, usually a few minutes ago.
             */
            measuredAt?: string;
            /** @example 3 */
            ready: number;
            /**
             * Format: date-time
             * @description When the oldest ready message (on AWS, the oldest unfinished message) was sent. Absent if there is none or CloudWatch hasn't measured it yet.
             */
            readySince?: string;
            redrive?: components["schemas"]["RedriveProgress"];
        };
        Redriven: {
            /**
             * @description The number of messages. Approximate on AWS.
             * @example 3
             */
            redriven: number;
        };
        /** @description On AWS: how far SQS has moved the dead letters back to their queue, or that the redrive failed. */
        RedriveProgress: {
            /**
             * @description The number of messages moved back to their queue.
             * @example 120
             */
            moved: number;
            /** @description Why the redrive failed, according to SQS. */
            reason?: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string} */
            state: "running" | "failed";
            /**
             * @description The number of dead letters when the redrive started.
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
             * @description The replay's ID, which is also the `run` of its deliveries.
             * @example rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            instances: string[];
            perSecond: number;
            progress: {
                /**
                 * Format: date-time
                 * @description The detection time up to which the instance's events have been replayed.
                 */
                at?: string;
                /** @description The instance being replayed. */
                instance?: string;
                /** @description The number of events examined. */
                scanned: number;
                /** @description The number of deliveries sent. */
                sent: number;
            };
            /** @enum {string} */
            state: "running" | "paused" | "completed" | "cancelled";
        };
        ReplayInput: {
            /**
             * @description If `true`, nothing is sent, and the response describes what would be sent. To start the replay, send the same request with `false`.
             * @default true
             */
            dryRun?: boolean;
            /** @description Replay only the events with these IDs. */
            events?: string[];
            /**
             * @description Replay only events of these types.
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes?: string[];
            /** @description Replay only events that also match this event pattern. */
            filter?: Record<string, unknown>;
            /** @description Replay only events from these instances of the subscription. */
            instances?: string[];
            /**
             * @description The maximum number of deliveries started per second.
             * @default 50
             */
            perSecond?: number;
            /**
             * Format: date-time
             * @description Replay events detected at or after this instant. Default: the time of the oldest stored event or, with `undelivered`, of the subscription's creation if that is later.
             */
            since?: string;
            /**
             * @description Replay only events of this record.
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
             * @description Replay only undelivered events: waiting, blocked, held, expired, or never sent. Events that wait in a pull queue aren't included.
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
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        ReplayPreview: {
            /**
             * @description With `undelivered`, the number of deliveries by reason.
             * @example {
             *       "expired": 3,
             *       "neverSent": 1
             *     }
             */
            byState?: {
                [key: string]: number;
            };
            /** @description Whether all deliveries were counted. */
            complete: boolean;
            /** @enum {boolean} */
            dryRun: true;
            /**
             * @description The number of deliveries that the replay would send. If `complete` is `false`, the replay may send more.
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
             * @description The time, by the source's clock, from which to read changes again. Default: the start.
             * @example 2026-11-20T00:00:00Z
             */
            to?: string;
        };
        RotatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The new key's public key. Present only for an Ed25519 key.
             * @example whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=
             */
            publicKey?: string;
            /**
             * @description The new key's signing secret, returned only once. Present only for webhooks with an HMAC key.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        ScrubResult: {
            /** @enum {string} */
            kind: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "room" | "document";
            /** @description The last complete scrub. Absent before the first one. */
            last?: {
                /** Format: date-time */
                beganAt: string;
                /**
                 * @description The number of records read by ID and compared.
                 * @example 41200
                 */
                compared: number;
                /**
                 * Format: date-time
                 * @description Absent while the scrub is running.
                 */
                endedAt?: string;
                /**
                 * @description The number of changes that only the scrub found.
                 * @example 0
                 */
                found: number;
            };
            running?: {
                /** Format: date-time */
                beganAt: string;
                /**
                 * @description The number of records read by ID and compared.
                 * @example 41200
                 */
                compared: number;
                /**
                 * Format: date-time
                 * @description Absent while the scrub is running.
                 */
                endedAt?: string;
                /**
                 * @description The number of changes that only the scrub found.
                 * @example 0
                 */
                found: number;
            };
        };
        SecretRotation: {
            /**
             * @description The maximum number of seconds that earlier secrets stay valid, even if they had a longer overlap. `0` ends them immediately.
             * @default 86400
             * @example 86400
             */
            overlapSeconds?: number;
            /** @description Your own signing secret for HMAC: `whsec_` followed by 24 to 64 bytes in base64. Default: Feedhook generates one. */
            secret?: string;
            /**
             * @description The kind of the new key. Default: `hmac` if `secret` is given, otherwise the kind of the newest key.
             * @example hmac
             * @enum {string}
             */
            signing?: "hmac" | "ed25519";
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
             * @description Why the last attempt failed, such as `http_404`, `smtp_550` or `dns`.
             * @example http_404
             */
            reason?: string;
            /**
             * @description `refused`: the last attempt failed, and Feedhook retries later. `failed`: the last attempt failed, and Feedhook doesn't retry. `unknown`: the alert may have arrived, so Feedhook doesn't send it again.
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
        /** @description Set only while the source isn't responding. */
        SourceOutage: {
            /** @example GET https://partner.example.com/acme/api/v1/en/person/timeline */
            asked: string;
            /**
             * @description The response or the error.
             * @example nothing is listening at the source's address (ECONNREFUSED)
             */
            fault: string;
            /**
             * Format: date-time
             * @description When Feedhook last tried the source. Updated at most once a minute.
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
             * @description The number of deliveries by state, counted up to 15 minutes ago. Absent on AWS, where counting would read the whole table.
             * @example {
             *       "waiting": 2,
             *       "delivered": 1204
             *     }
             */
            deliveries?: {
                [key: string]: number;
            };
            /** @description The endpoints that are failing or that Feedhook disabled: at most 20, unacknowledged ones first and, within each group, the longest failing first. `needsAttention` counts only the unacknowledged ones. */
            failingEndpoints: components["schemas"]["FailingEndpoint"][];
            instances: {
                /** @description Whether first contact is complete: every list, and every known owner's documents, have been read. */
                baselineDone: boolean;
                budget?: components["schemas"]["Budget"];
                /** Format: date-time */
                connectedAt?: string;
                /**
                 * @description The state of the feeds by class: timelines, rooms, owners, small, walks, scrubs.
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
                 * @description The instance's worst known state. `stalled`: one of its feeds has stalled.
                 * @enum {string}
                 */
                health: "ok" | "source_unreachable" | "parked" | "stalled" | "paused";
                /** @example acme */
                name: string;
                /** @enum {string} */
                parkedReason?: "invalid_client" | "forbidden" | "unknown_instance";
                /** @description The number of seconds the source's clock is ahead of this machine's. Set only while the clocks differ by more than 30 s. */
                sourceClockAheadSeconds?: number;
                /**
                 * @description `connecting`: first contact hasn't begun. `parked`: the source rejects the credentials or doesn't know the instance, and Feedhook tries again from time to time. `paused`: an operator paused the instance.
                 * @enum {string}
                 */
                status: "connecting" | "active" | "parked" | "paused";
                /** @description Whether the source accepts activities and phases as owners of documents. */
                subOwners?: {
                    /**
                     * @description Whether the source accepts such records as owners of documents. `polled`: it does. `not_resolved`: it doesn't, so their documents can't be read. `unknown`: no walk has checked yet.
                     * @enum {string}
                     */
                    activities: "polled" | "not_resolved" | "unknown";
                    /**
                     * @description Whether the source accepts such records as owners of documents. `polled`: it does. `not_resolved`: it doesn't, so their documents can't be read. `unknown`: no walk has checked yet.
                     * @enum {string}
                     */
                    phases: "polled" | "not_resolved" | "unknown";
                };
                unreachable?: components["schemas"]["SourceOutage"];
            }[];
            /** @description Problems that need an operator. Empty if there are none. */
            needsAttention: components["schemas"]["Attention"][];
            /**
             * @description The number of messages by queue. On AWS, the numbers are approximate and up to a minute old.
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
            /**
             * @description The bridge's version.
             * @example 0.1.0
             */
            version: string;
        };
        Subscription: {
            /**
             * @description Whether to send baseline events, for records that existed when an instance was connected.
             * @example false
             */
            baseline: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            createdAt: string;
            description?: string;
            destination?: components["schemas"]["Destination"];
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
             * @description `gone`: the endpoint returned 410. `requested`: the endpoint asked Feedhook to stop. `unreachable`: the endpoint didn't recover within 14 days of being paused. `owner`: the subscription was disabled through this API.
             * @enum {string}
             */
            disabledReason?: "gone" | "requested" | "unreachable" | "owner";
            /**
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes: string[];
            /** @description The filter, as you set it. */
            filter?: Record<string, unknown>;
            /**
             * @description `envelope`: the Feedhook envelope. `cloudevents`: CloudEvents 1.0 as structured JSON.
             * @enum {string}
             */
            format: "envelope" | "cloudevents";
            /**
             * @description The names of your custom headers. Their values are never returned.
             * @example [
             *       "x-api-key"
             *     ]
             */
            headerNames: string[];
            /** @example sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            instances?: string[];
            /** @enum {string} */
            kind: "push" | "pull" | "sqs" | "eventbridge" | "s3";
            /**
             * @description The maximum number of concurrent deliveries. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number;
            ordered: boolean;
            /**
             * @description `full`: the whole event. `thin`: the event without `data`.
             * @enum {string}
             */
            payload: "full" | "thin";
            /**
             * @description The maximum number of deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description The valid signing keys, newest first. Empty unless `kind` is `push`. `expiresAt` is when the key's overlap ends. Only an Ed25519 key has a `publicKey`. */
            signingKeys: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
                /**
                 * @description The public key of an Ed25519 key.
                 * @example whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=
                 */
                publicKey?: string;
            }[];
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description The number of seconds the endpoint has to respond. Default: 15.
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
            /** @description Settings that were accepted but may not work. Returned when you create or update the subscription. */
            warnings?: {
                field: string;
                message: string;
            }[];
        };
        SubscriptionCompleteness: {
            /** @description What the events under `waitingFor.endpoint` wait for. */
            endpoint: {
                /** Format: date-time */
                nextProbeAt?: string;
                /** Format: date-time */
                since?: string;
                /**
                 * @description `open`: the endpoint is failing. New deliveries are held, and one at a time is sent as a probe. `paused`: the endpoint has failed for three days and is probed every six hours. `disabled`: the subscription is disabled, or its partner is suspended.
                 * @enum {string}
                 */
                state: "healthy" | "open" | "paused" | "disabled";
            };
            /** @description Oldest hour first. Hours without events are omitted. */
            hours: components["schemas"]["CompletenessHour"][];
            /**
             * Format: date-time
             * @description Events detected before this time aren't counted, because their deliveries may have been deleted.
             * @example 2026-10-22T09:14:05.000Z
             */
            knownFrom: string;
            /** @description Whether there is another page. */
            more: boolean;
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
            unwanted?: components["schemas"]["UnwantedEvents"];
        };
        SubscriptionDetail: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["Endpoint"];
        };
        SubscriptionInput: {
            /**
             * @description Whether to send baseline events, for records that existed when an instance was connected.
             * @default false
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string;
            destination?: components["schemas"]["DestinationInput"];
            /**
             * @description The event types to receive: single types, `<subject>.*`, or `*`. `*` doesn't match `bridge.*` types, which you must list.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes: string[];
            /**
             * @description An EventBridge event pattern that events must match. By default, every event that `eventTypes` selects matches.
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
             * @description `envelope`: the Feedhook envelope. `cloudevents`: CloudEvents 1.0 as structured JSON.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /**
             * @description Custom headers to send with every delivery, at most 20. Their values are never returned.
             * @example {
             *       "x-api-key": "…"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description The instances to receive events from. Default: every instance, including ones registered later.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description `push` (default): Feedhook posts events to `url`. `pull`: you fetch events with `GET …/poll`. `sqs`, `eventbridge`, `s3`: Feedhook sends events to your queue, bus or bucket in AWS, the `destination`. Can't be changed later.
             * @enum {string}
             */
            kind?: "push" | "pull" | "sqs" | "eventbridge" | "s3";
            /**
             * @description The maximum number of concurrent deliveries. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number;
            /** @description Whether to send each record's events one at a time, oldest first. Only for webhooks and FIFO queues. Can't be changed later. */
            ordered?: boolean;
            /**
             * @description `full`: the whole event. `thin`: the event without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description The maximum number of deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description Your own signing secret for HMAC: `whsec_` followed by 24 to 64 bytes in base64. Default: Feedhook generates one. */
            secret?: string;
            /**
             * @description `hmac` (default): webhooks are signed with a secret that you also have. `ed25519`: they are signed with a private key that never leaves Feedhook, and you verify them with the public key.
             * @example hmac
             * @enum {string}
             */
            signing?: "hmac" | "ed25519";
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description The number of seconds the endpoint has to respond. Default: 15.
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
            /** @description The `cursor` of the next page. */
            nextCursor?: string;
        };
        /** @description A JSON merge patch (RFC 7396). Absent fields keep their values. `null` removes a field. */
        SubscriptionPatch: {
            /**
             * @description Whether to send baseline events, for records that existed when an instance was connected.
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string | null;
            destination?: components["schemas"]["DestinationPatch"];
            /**
             * @description The event types to receive: single types, `<subject>.*`, or `*`. `*` doesn't match `bridge.*` types, which you must list.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description An EventBridge event pattern that events must match. By default, every event that `eventTypes` selects matches.
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
             * @description `envelope`: the Feedhook envelope. `cloudevents`: CloudEvents 1.0 as structured JSON.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /** @description Custom headers to set, or to remove if the value is `null`. Other headers stay unchanged. */
            headers?: {
                [key: string]: string | null;
            } | null;
            /**
             * @description The instances to receive events from. Default: every instance, including ones registered later.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[] | null;
            /**
             * @description `push` (default): Feedhook posts events to `url`. `pull`: you fetch events with `GET …/poll`. `sqs`, `eventbridge`, `s3`: Feedhook sends events to your queue, bus or bucket in AWS, the `destination`. Can't be changed later.
             * @enum {string}
             */
            kind?: "push" | "pull" | "sqs" | "eventbridge" | "s3";
            /**
             * @description The maximum number of concurrent deliveries. Excess deliveries wait. Default: no limit.
             * @example 10
             */
            maxConcurrency?: number | null;
            /** @description Whether to send each record's events one at a time, oldest first. Only for webhooks and FIFO queues. Can't be changed later. */
            ordered?: boolean;
            /**
             * @description `full`: the whole event. `thin`: the event without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description The maximum number of deliveries started per second. Excess deliveries wait. Default: no limit.
             * @example 50
             */
            ratePerSecond?: number | null;
            /**
             * @description A disabled subscription keeps its settings and receives nothing.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description The number of seconds the endpoint has to respond. Default: 15.
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
             * @description The start of the oldest slot. Later than the start of the range if the subscription is younger or, for ranges over 24 hours, if its first counted attempt was later.
             * @example 2026-11-20T09:20:00.000Z
             */
            since: string;
            /** @description The slots, oldest first. Slots without attempts are omitted. */
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
                 * @description The estimated median response time in milliseconds, for responses with any status.
                 * @example 84
                 */
                p50Ms?: number;
                /**
                 * @description The estimated 95th percentile of the response time in milliseconds.
                 * @example 310
                 */
                p95Ms?: number;
                /**
                 * @description The share of attempts with a 2xx response, from 0 to 1.
                 * @example 0.995
                 */
                successRate: number;
            }[];
            /**
             * @description The length of a slot. It depends on the time from `since` to `until`.
             * @example 600
             */
            slotSeconds: number;
            /**
             * Format: date-time
             * @description The end of the current slot.
             * @example 2026-11-21T09:20:00.000Z
             */
            until: string;
        };
        Uncertainty: {
            /**
             * @description What is uncertain. `reads_behind`: the source's reads by ID show older states than its list, so changes from `since` on may be missing.
             * @enum {string}
             */
            code: "first_contact" | "instance_parked" | "instance_paused" | "source_unreachable" | "feed_backing_off" | "feed_stalled" | "feed_parked" | "feed_paused" | "reads_behind" | "owners_stalled" | "owners_behind" | "removals_held" | "rows_quarantined" | "publishing_behind" | "changes_set_aside";
            /** @example 3 */
            count?: number;
            /** @enum {string} */
            kind?: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "room" | "document";
            /**
             * @description Set if there are more than `count`.
             * @enum {boolean}
             */
            more?: true;
            /**
             * @description Why, as a stable code: the last error, or why the instance is parked.
             * @example unavailable_503
             */
            reason?: string;
            /** Format: date-time */
            since?: string;
        };
        /** @description Present if the request has `unwantedOf`. */
        UnwantedEvents: {
            hours: {
                /** @description Baseline events, which the subscription doesn't want. */
                baseline: number;
                /** @description Of the right type, but the subscription is disabled. */
                disabled: number;
                /**
                 * @description Refused by `filter`.
                 * @example 310
                 */
                filter: number;
                /** Format: date-time */
                from: string;
                /** @description Of an instance that isn't in `instances`. */
                instance: number;
                /** @description Detected before the subscription was created. */
                older: number;
                /** @description Of a type that isn't in `eventTypes`. */
                type: number;
            }[];
            /**
             * Format: date-time
             * @description Events are judged by the subscription's current settings, which were last changed at this time. Earlier events may have been sent under other settings.
             */
            settingsSince: string;
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
         * @description `true` if the event is an example.
         * @example true
         */
        WebhookExample: string;
        /**
         * @description The event's ID, the same on every attempt. Use it to drop duplicates.
         * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
         */
        WebhookId: string;
        /**
         * @description `true` if a newer event of the same record may have been delivered first.
         * @example true
         */
        WebhookLate: string;
        /**
         * @description `true` if the event is sent again on request.
         * @example true
         */
        WebhookReplay: string;
        /**
         * @description `v1,` followed by the HMAC-SHA256 of `<id>.<timestamp>.<body>`, or `v1a,` followed by the Ed25519 signature of the same text, both in base64. If there are several signatures, separated by spaces, one match is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description When this attempt was sent, in Unix seconds. Reject attempts older than five minutes.
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
         * @description `true` if this is the stored response to the first request.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description The requests left (`r`), and the seconds until all are available again or, in a 429 response, until one is (`t`).
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
                /** @description The maximum number of items per page. A page is limited to about 1 MB, so it can contain fewer items even if `more` is true. */
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
                     *           "person": {
                     *             "name": "Ada Lovelace",
                     *             "email": "ada@example.com"
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
            /** @description The messages are queued for retry */
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
    getCompleteness: {
        parameters: {
            query: {
                /** @description The start of the period. Default: the time at which the instance was connected. */
                from?: string;
                instance: string;
                /** @description The kinds to return, separated by commas. Default: all kinds. */
                kinds?: string;
                /** @description The end of the period (exclusive). If `to` is absent, the response has no `period`. */
                to?: string;
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
            /** @description The instance's completeness */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T09:12:33.481Z",
                     *       "instance": "acme",
                     *       "changes": {
                     *         "until": "2026-11-27T09:14:05.000Z",
                     *         "reason": "first_contact",
                     *         "kind": "person"
                     *       },
                     *       "removals": {
                     *         "until": "2026-11-27T09:14:05.000Z",
                     *         "reason": "first_contact",
                     *         "kind": "person"
                     *       },
                     *       "published": "2026-11-21T09:12:33.481Z",
                     *       "kinds": [
                     *         {
                     *           "kind": "person",
                     *           "changes": {
                     *             "until": "2026-11-27T09:14:05.000Z",
                     *             "reason": "first_contact",
                     *             "kind": "person"
                     *           },
                     *           "withinSeconds": 60,
                     *           "listed": {
                     *             "until": "2026-11-27T09:14:05.000Z",
                     *             "reason": "first_contact",
                     *             "kind": "person"
                     *           },
                     *           "removals": {
                     *             "until": "2026-11-27T09:14:05.000Z",
                     *             "reason": "first_contact",
                     *             "kind": "person"
                     *           },
                     *           "estimatedUntil": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "scrubs": [
                     *         {
                     *           "kind": "person",
                     *           "last": {
                     *             "beganAt": "2026-11-21T09:12:33.481Z",
                     *             "endedAt": "2026-11-21T09:12:33.481Z",
                     *             "compared": 41200,
                     *             "found": 0
                     *           },
                     *           "running": {
                     *             "beganAt": "2026-11-21T09:12:33.481Z",
                     *             "endedAt": "2026-11-21T09:12:33.481Z",
                     *             "compared": 41200,
                     *             "found": 0
                     *           }
                     *         }
                     *       ],
                     *       "uncertain": [
                     *         {
                     *           "code": "first_contact",
                     *           "kind": "person",
                     *           "reason": "unavailable_503",
                     *           "count": 3,
                     *           "more": true,
                     *           "since": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "period": {
                     *         "from": "2026-11-21T09:12:33.481Z",
                     *         "to": "2026-11-21T09:12:33.481Z",
                     *         "complete": false,
                     *         "reasons": [
                     *           "changes_not_known"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Completeness"];
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
                     *           "externalReference": "crm-1013",
                     *           "companyId": "lN-Uht7j2Vk",
                     *           "isActive": true,
                     *           "directPhone": "+47 61116528",
                     *           "countryCode": "NO",
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
                /** @description The maximum number of items per page. A page is limited to about 1 MB, so it can contain fewer items even if `more` is true. */
                limit?: number;
                /** @description `newest` starts with the newest event, `oldest` with the oldest. To follow new events, use `oldest` and repeat the request with the last `nextCursor`. */
                order?: "newest" | "oldest";
                /** @description Return only events detected at or after this instant. */
                since?: string;
                /** @description Return only events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Return only events of this type: a type, `<subject>.*` or `*`, as in subscriptions. */
                type?: string;
                /** @description Return only events detected before this instant. With `order=oldest`, the default is 60 seconds ago, because events that are published late can appear before the cursor's position. To receive every event, use webhooks or a pull subscription. */
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
                     *             "externalReference": "crm-1013",
                     *             "companyId": "lN-Uht7j2Vk",
                     *             "isActive": true,
                     *             "directPhone": "+47 61116528",
                     *             "countryCode": "NO",
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
                     *         "externalReference": "crm-1013",
                     *         "companyId": "lN-Uht7j2Vk",
                     *         "isActive": true,
                     *         "directPhone": "+47 61116528",
                     *         "countryCode": "NO",
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
                /** @description Explain only this subscription, even if it doesn't select the event's type. Default: every subscription that selects the type. */
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
                     *       "summary": "The record's newest event, person.updated, was delivered to every subscription that selects it.",
                     *       "findings": [
                     *         {
                     *           "code": "baseline",
                     *           "text": "It was delivered.",
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "feed": "feed",
                     *           "detail": "detail"
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
                /** @description Return only feeds of this class. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
                /** @description The feed's ID. Percent-encode it, because it contains `#`. */
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
            /** @description The verdict for each event */
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
                     *               "message": "has no matching value",
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
                     *           "message": "can't match, because events of these types have no such field"
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
            /** @description The result of the test */
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
                     *           "text": "The credentials can read (scope `read`) and can't write."
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
            /** @description No worker was free in time. Try again */
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
                     *           "text": "The credentials can read (scope `read`) and can't write."
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
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *           "person": {
                     *             "name": "Ada Lovelace",
                     *             "email": "ada@example.com"
                     *           },
                     *           "session": false
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
                "application/json": components["schemas"]["OperatorKeyInput"];
            };
        };
        responses: {
            /** @description The key, which is returned only once */
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
                     *       "person": {
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "session": false,
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
                /** @description The partner's ID, to confirm the deletion. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted. */
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
            /** @description The partner receives nothing from now on. Its data is deleted in the background */
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
                /** @description The `ETag` from your last read. If the settings have changed since then, the request fails with 412 and changes nothing. */
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
                /** @description The `ETag` from your last read. If the settings have changed since then, the request fails with 412 and changes nothing. */
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
            /** @description The current settings, with the confirmed address */
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
            /** @description The result for each channel */
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
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *           "person": {
                     *             "name": "Ada Lovelace",
                     *             "email": "ada@example.com"
                     *           },
                     *           "session": false
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
            /** @description The key, which is returned only once */
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
                     *       "person": {
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "session": false,
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
            /** @description The messages are queued for retry */
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
                     *       "version": "0.1.0",
                     *       "instances": [
                     *         {
                     *           "name": "acme",
                     *           "status": "connecting",
                     *           "parkedReason": "invalid_client",
                     *           "health": "ok",
                     *           "unreachable": {
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "asked": "GET https://partner.example.com/acme/api/v1/en/person/timeline",
                     *             "fault": "nothing is listening at the source's address (ECONNREFUSED)",
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
                     *           "kind": "disk_full",
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
                     *       "failingEndpoints": [
                     *         {
                     *           "url": "https://hooks.example.com/feedhook",
                     *           "description": "CRM import",
                     *           "disabledReason": "gone",
                     *           "partner": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "partnerName": "partnerName",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
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
                     *             "acknowledged": {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "by": "ci",
                     *               "note": "The new secret is deployed tonight."
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
                     *           "destination": {
                     *             "target": "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
                     *             "roleArn": "arn:aws:iam::123456789012:role/feedhook-destination-orders",
                     *             "externalId": "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *             "principal": "arn:aws:iam::111122223333:root"
                     *           },
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
                     *               "expiresAt": "2026-11-21T09:12:33.481Z",
                     *               "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
                     *             }
                     *           ],
                     *           "warnings": [
                     *             {
                     *               "field": "filter.owner.typ",
                     *               "message": "can't match, because events of these types have no such field"
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
                     *             "acknowledged": {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "by": "ci",
                     *               "note": "The new secret is deployed tonight."
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
                 *       },
                 *       "signing": "hmac"
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
                     *       "destination": {
                     *         "target": "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
                     *         "roleArn": "arn:aws:iam::123456789012:role/feedhook-destination-orders",
                     *         "externalId": "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *         "principal": "arn:aws:iam::111122223333:root"
                     *       },
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
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match, because events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *       "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
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
                     *       "destination": {
                     *         "target": "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
                     *         "roleArn": "arn:aws:iam::123456789012:role/feedhook-destination-orders",
                     *         "externalId": "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *         "principal": "arn:aws:iam::111122223333:root"
                     *       },
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
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match, because events of these types have no such field"
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
                     *         "acknowledged": {
                     *           "at": "2026-11-21T09:12:33.481Z",
                     *           "by": "ci",
                     *           "note": "The new secret is deployed tonight."
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
                /** @description The `ETag` from your last read. If the settings have changed since then, the request fails with 412 and changes nothing. */
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
                     *       "destination": {
                     *         "target": "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
                     *         "roleArn": "arn:aws:iam::123456789012:role/feedhook-destination-orders",
                     *         "externalId": "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *         "principal": "arn:aws:iam::111122223333:root"
                     *       },
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
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match, because events of these types have no such field"
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
            /** @description The number of acknowledged deliveries */
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
    acknowledgeFailure: {
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
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The new secret is deployed tonight."
                 *     }
                 */
                "application/json": components["schemas"]["AcknowledgementInput"];
            };
        };
        responses: {
            /** @description The acknowledgement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T09:12:33.481Z",
                     *       "by": "ci",
                     *       "note": "The new secret is deployed tonight."
                     *     }
                     */
                    "application/json": components["schemas"]["Acknowledgement"];
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
    withdrawAcknowledgement: {
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
            /** @description Withdrawn */
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
    getSubscriptionCompleteness: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Count events detected at or after this instant. By default, 24 hours before `to`. */
                from?: string;
                /** @description Count events detected before this instant. By default, now. */
                to?: string;
                /** @description If set, count this instance's stored events that the subscription doesn't want, instead of the subscription's deliveries. The response then contains `unwanted`, and `hours` is empty. */
                unwantedOf?: string;
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
            /** @description A page of hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "knownFrom": "2026-10-22T09:14:05.000Z",
                     *       "endpoint": {
                     *         "state": "healthy",
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "nextProbeAt": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "hours": [
                     *         {
                     *           "from": "2026-11-21T09:00:00.000Z",
                     *           "to": "2026-11-21T10:00:00.000Z",
                     *           "delivered": 1204,
                     *           "digest": "045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5",
                     *           "replayed": 3,
                     *           "waiting": 0,
                     *           "waitingFor": {
                     *             "queue": 0,
                     *             "retry": 2,
                     *             "limit": 0,
                     *             "endpoint": 0
                     *           },
                     *           "nextRetryAt": "2026-11-21T09:12:33.481Z",
                     *           "expired": 0,
                     *           "erased": 0,
                     *           "lastAttemptAt": "2026-11-21T10:00:02.120Z",
                     *           "settled": true
                     *         }
                     *       ],
                     *       "unwanted": {
                     *         "settingsSince": "2026-11-21T09:12:33.481Z",
                     *         "hours": [
                     *           {
                     *             "from": "2026-11-21T09:12:33.481Z",
                     *             "older": 12,
                     *             "instance": 12,
                     *             "type": 12,
                     *             "disabled": 12,
                     *             "baseline": 12,
                     *             "filter": 310
                     *           }
                     *         ]
                     *       },
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionCompleteness"];
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Return only deliveries of events detected on this day (UTC). */
                day?: string;
                /** @description Return only deliveries whose last attempt failed with this error. */
                error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
                /** @description The maximum number of items per page. A page is limited to about 1 MB, so it can contain fewer items even if `more` is true. */
                limit?: number;
                /** @description Return only deliveries of events detected at or after this instant. */
                since?: string;
                /** @description Return only deliveries in this state. */
                state?: "waiting" | "delivered" | "expired" | "held" | "blocked" | "failed";
                /** @description Return only deliveries whose last attempt got this status, or a status in this class, such as `5xx`. */
                status?: string;
                /** @description Return only deliveries of the 1,000 newest events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Return only deliveries of events of this type; `<subject>.*` matches all types of a subject. */
                type?: string;
                /** @description Return only deliveries of events detected before this instant. */
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
                     *             "sentence": "The endpoint returned HTTP 503 and asked Feedhook to wait 30 seconds (Retry-After). The next attempt is at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *             "disabledReason": "gone",
                     *             "retryAfterSeconds": 12,
                     *             "attempt": 12,
                     *             "attempts": 12,
                     *             "recovered": true
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
                     *             "sentence": "The endpoint returned HTTP 503 and asked Feedhook to wait 30 seconds (Retry-After). The next attempt is at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *             "disabledReason": "gone",
                     *             "retryAfterSeconds": 12,
                     *             "attempt": 12,
                     *             "attempts": 12,
                     *             "recovered": true
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
                /** @description The duration of the lease in seconds. */
                leaseSeconds?: number;
                /** @description The maximum number of deliveries. A response is limited to about 1 MB, so it can contain fewer. Only an empty response means that no deliveries are available. */
                limit?: number;
                /** @description The number of seconds to wait for a delivery if none is available. At most 5 requests per partner, and 25 in total, can wait at a time. Further requests return immediately, as with `wait=0`. After an empty response, pause for a second. */
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
            /** @description The events; empty if none are available */
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
                     *               "externalReference": "crm-1013",
                     *               "companyId": "lN-Uht7j2Vk",
                     *               "isActive": true,
                     *               "directPhone": "+47 61116528",
                     *               "countryCode": "NO",
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
            /** @description A page of replays from the last 30 days, with at most 100 finished ones per partner */
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
                 *       "signing": "hmac",
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
                     *       "destination": {
                     *         "target": "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
                     *         "roleArn": "arn:aws:iam::123456789012:role/feedhook-destination-orders",
                     *         "externalId": "feedhook-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *         "principal": "arn:aws:iam::111122223333:root"
                     *       },
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
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match, because events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *       "publicKey": "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="
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
            query?: {
                /** @description How far back the statistics reach. */
                range?: "1h" | "24h" | "7d" | "30d";
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
            /** @description The statistics */
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
