import { useEffect } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso/router";
import { answerOf, api } from "./api/client.ts";
import { actingParameter } from "./api/entrance.ts";
import { actFor, actingFor, apiKey, isOpeningLink, me, signOut } from "./api/session.ts";
import { useLoad } from "./api/use-load.ts";
import { Button } from "./components/button.tsx";
import { Failure } from "./components/page.tsx";
import { Toasts } from "./components/toast.tsx";
import { FirstView, Frame } from "./frame.tsx";
import { KeyboardHelp } from "./keyboard.tsx";
import { Alerts } from "./pages/alerts.tsx";
import { AuditLog } from "./pages/audit-log.tsx";
import { CompletenessPage } from "./pages/completeness.tsx";
import { Deliveries } from "./pages/deliveries.tsx";
import { DeliveryPage } from "./pages/delivery.tsx";
import { Endpoint } from "./pages/endpoint.tsx";
import { EditEndpoint, NewEndpoint } from "./pages/endpoint-form.tsx";
import { Endpoints } from "./pages/endpoints.tsx";
import { EventPage } from "./pages/event.tsx";
import { Events } from "./pages/events.tsx";
import { FeedPage } from "./pages/feed.tsx";
import { InstancePage } from "./pages/instance.tsx";
import { Instances } from "./pages/instances.tsx";
import { Keys } from "./pages/keys.tsx";
import { Overview } from "./pages/overview.tsx";
import { PartnerPage, Partners } from "./pages/partners.tsx";
import { Pull } from "./pages/pull.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { SignatureChecker } from "./pages/signature-checker.tsx";

export function App() {
  return (
    <LocationProvider scope="/portal">
      {isOpeningLink.value ? (
        <Opening what="Opening your link" />
      ) : apiKey.value === undefined ? (
        <SignIn />
      ) : (
        <Session />
      )}
      <KeyboardHelp />
      <Toasts />
    </LocationProvider>
  );
}

/** Reads `me` before any page is shown. */
function Session() {
  const load = useLoad("me", () => answerOf(api.GET("/v1/me")));
  const { data, error } = load;
  const { query, path, route } = useLocation();
  useEffect(() => {
    if (data === undefined) return;
    me.value = data;
    // A partner's own key can't act for other partners, regardless of the URL.
    if (actingFor.value === undefined || data.partner?.id === actingFor.value) return;
    route(addressOf(path, withoutActing(query)), true);
    actFor(undefined);
  }, [data]);
  if (me.value !== undefined) return <Pages />;
  if (error === undefined) return <Opening />;
  return (
    <main class="sign-in" id="content">
      <h1>Feedhook</h1>
      <Failure error={error} retry={load.reload} />
      {actingFor.value !== undefined && <ExitPartnerView />}
      <Button text="Sign in with another key" press={() => signOut()} />
    </main>
  );
}

/** Looks like the first view, so that nothing moves when the application takes over. */
function Opening({ what }: { what?: string }) {
  const { path } = useLocation();
  return <FirstView path={path} {...(what !== undefined && { what })} />;
}

function ExitPartnerView() {
  const { query, path, route } = useLocation();
  return (
    <Button
      text="Exit partner view"
      press={() => {
        route(addressOf(path, withoutActing(query)), true);
        actFor(undefined);
      }}
    />
  );
}

/** Keeps the URL and the session in agreement about the partner that an operator acts for. The URL takes precedence. */
function useActingInAddress(): void {
  const { query, path, route } = useLocation();
  const acting = actingFor.value;
  const named = query[actingParameter];
  useEffect(() => {
    if (named === acting) return;
    if (named !== undefined) actFor(named);
    else if (acting !== undefined) route(addressOf(path, { ...query, [actingParameter]: acting }), true);
  }, [named, acting, path]);
}

function withoutActing(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== actingParameter));
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

function Pages() {
  useActingInAddress();
  const { path } = useLocation();
  return (
    <Frame path={path}>
      {actingFor.value !== undefined && (
        <div class="banner" role="status">
          <span>
            You are viewing the portal as <strong>{me.value?.partner?.name ?? actingFor.value}</strong>. Your actions
            apply to this partner.
          </span>
          <ExitPartnerView />
        </div>
      )}
      <Router>
        <Route path="/portal" component={Overview} />
        <Route path="/portal/endpoints" component={Endpoints} />
        <Route path="/portal/endpoints/new" component={NewEndpoint} />
        <Route path="/portal/endpoints/:id" component={Endpoint} />
        <Route path="/portal/endpoints/:id/edit" component={EditEndpoint} />
        <Route path="/portal/endpoints/:id/deliveries/:event" component={DeliveryPage} />
        <Route path="/portal/deliveries" component={Deliveries} />
        <Route path="/portal/events" component={Events} />
        <Route path="/portal/events/:instance/:id" component={EventPage} />
        <Route path="/portal/completeness/:name" component={CompletenessPage} />
        <Route path="/portal/pull" component={Pull} />
        <Route path="/portal/signature" component={SignatureChecker} />
        <Route path="/portal/alerts" component={Alerts} />
        <Route path="/portal/keys" component={Keys} />
        <Route path="/portal/audit" component={AuditLog} />
        <Route path="/portal/partners" component={Partners} />
        <Route path="/portal/partners/:id" component={PartnerPage} />
        <Route path="/portal/instances" component={Instances} />
        <Route path="/portal/instances/:name" component={InstancePage} />
        <Route path="/portal/instances/:name/feeds/:id" component={FeedPage} />
        <Route default component={NotFound} />
      </Router>
    </Frame>
  );
}

function NotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        <a href="/portal">Go to the overview</a>
      </p>
    </>
  );
}
