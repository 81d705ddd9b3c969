{{/*
The template of a pod: (dict "root" $ "component" "api" "role" "api" "resources" … "data" VOLUME).
A collector has no API listener, so it is probed at the listener of the metrics.
*/}}
{{- define "rowhouse.pod" -}}
{{- $values := .root.Values -}}
{{- $isApi := ne .role "collector" -}}
metadata:
  labels:
    {{- include "rowhouse.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # A changed setting starts new pods. A changed Secret does not: docs/kubernetes.md.
    checksum/settings: {{ include "rowhouse.settings" .root | sha256sum }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "rowhouse.serviceAccount" .root }}
  automountServiceAccountToken: false
  # Otherwise a Service called rowhouse adds variables with the prefix of the settings, such as one
  # for its port, and the program does not start with those.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "rowhouse.graceSeconds" .root }}
  securityContext:
    {{- toYaml $values.podSecurityContext | nindent 4 }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.topologyKeys }}
  topologySpreadConstraints:
    {{- range . }}
    - topologyKey: {{ . }}
      maxSkew: 1
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "rowhouse.selector" $.root | nindent 10 }}
          app.kubernetes.io/component: {{ $.component }}
    {{- end }}
  {{- end }}
  containers:
    - name: rowhouse
      image: {{ include "rowhouse.image" .root }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        {{- toYaml $values.securityContext | nindent 8 }}
      {{- include "rowhouse.variables" . | nindent 6 }}
      ports:
        {{- if $isApi }}
        - name: http
          containerPort: 8080
        {{- end }}
        {{- if not $values.demo }}
        - name: metrics
          containerPort: 9464
        {{- end }}
      {{- include "rowhouse.probes" . | nindent 6 }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- with .data }}
    - name: data
      {{- toYaml . | nindent 6 }}
    {{- end }}
    - name: tmp
      emptyDir: {}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* What is named here wins over the Secret, and the Secret over the ConfigMap. */}}
{{- define "rowhouse.variables" -}}
{{- $values := .root.Values -}}
envFrom:
  - configMapRef:
      name: {{ include "rowhouse.name" .root }}
  {{- with $values.existingSecret }}
  - secretRef:
      name: {{ . }}
  {{- end }}
env:
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: "8080"
  # The program creates it for its user alone: the volume itself belongs to root.
  - name: ROWHOUSE_DATA_DIR
    value: /data/{{ $values.embedded.directory }}
  - name: ROWHOUSE_ROLE
    value: {{ .role }}
  - name: ROWHOUSE_DRAIN_S
    value: {{ int $values.drainSeconds | quote }}
  {{- if $values.demo }}
  - name: ROWHOUSE_DEMO
    value: "on"
  {{- else }}
  - name: ROWHOUSE_METRICS_ADDRESS
    value: 0.0.0.0:9464
  {{- end }}
  {{- if eq $values.engine "postgresql" }}
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ default $values.existingSecret $values.database.existingSecret }}
        key: {{ $values.database.key }}
  - name: ROWHOUSE_SECRET
    valueFrom:
      secretKeyRef:
        name: {{ $values.existingSecret }}
        key: ROWHOUSE_SECRET
  {{- else }}
  # Not even from the Secret: the volume has the database.
  - name: DATABASE_URL
    value: ""
  {{- end }}
  {{- with $values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* After preStop the Service sends no more calls to the pod, so none is rejected. */}}
{{- define "rowhouse.probes" -}}
{{- $port := ternary "metrics" "http" (eq .role "collector") -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: {{ div (int .root.Values.startupSeconds) 5 }}
livenessProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 6
{{- if ne .role "collector" }}
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 6
  failureThreshold: 2
lifecycle:
  preStop:
    exec:
      command: [sleep, "5"]
{{- end }}
{{- end -}}

{{- define "rowhouse.graceSeconds" -}}
{{- add (mul 3 (int .Values.drainSeconds)) 20 -}}
{{- end -}}
